"""Tests that PyTorch and JAX share memory with environments without copies."""

import numpy as np
import pytest

from diamant.envs import DiamantVectorEnv
from diamant.envs.errors import EnvironmentInputError

AGENTS, FEATURES = 12, 47


def test_pytorch_tensors_are_written_in_place():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    memory = {
        "observations": torch.zeros((AGENTS, FEATURES)),
        "masks": torch.zeros((AGENTS, 2), dtype=torch.int8),
        "rewards": torch.zeros(AGENTS),
        "ended": torch.zeros(AGENTS, dtype=torch.bool),
    }
    envs = DiamantVectorEnv(
        AGENTS, opponents=None, autoreset_mode="SameStep", copy=False, buffers=memory
    )
    envs.reset(seed=1)
    wins, rng = 0.0, np.random.default_rng(1)
    for _ in range(60):
        # The tensors see what is written, and a tensor is a valid action.
        chosen = torch.from_numpy(rng.integers(0, 2, AGENTS)) * memory["masks"][:, 1]
        envs.step(chosen)
        assert torch.equal(
            memory["observations"], torch.from_numpy(envs.batch.buffers.observations)
        )
        wins += float(memory["rewards"].sum())
        assert bool(memory["ended"].any()) == (float(memory["rewards"].sum()) > 0)
    assert wins > 2
    for name, tensor in memory.items():
        assert getattr(envs.batch.buffers, name).ctypes.data == tensor.data_ptr(), name
    with pytest.raises(EnvironmentInputError, match=r"type float32, got .* and float64"):
        DiamantVectorEnv(
            4, opponents=None, buffers={"rewards": torch.zeros(4, dtype=torch.float64)}
        )


def test_jax_reads_the_memory_without_a_copy():
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    # JAX shares only memory that starts at a multiple of 64 bytes.
    room = np.zeros(AGENTS * FEATURES + 16, np.float32)
    first = -room.ctypes.data % 64 // 4
    observations = room[first : first + AGENTS * FEATURES].reshape(AGENTS, FEATURES)
    envs = DiamantVectorEnv(
        AGENTS, opponents=None, copy=False, buffers={"observations": observations}
    )
    envs.reset(seed=1)
    seen = jax.dlpack.from_dlpack(envs.batch.buffers.observations, copy=False)
    assert seen.unsafe_buffer_pointer() == observations.ctypes.data
    assert np.array_equal(seen, observations)
    # JAX arrays are immutable, so an environment cannot write into one.
    with pytest.raises(EnvironmentInputError, match="contiguous and writable"):
        DiamantVectorEnv(4, opponents=None, buffers={"rewards": jax.numpy.zeros(4)})
