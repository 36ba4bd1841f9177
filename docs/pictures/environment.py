"""Draw the animation of docs/envs.md: `python docs/pictures/environment.py`."""

from pathlib import Path

from PIL import Image

from diamant.envs import parallel_env

HERE = Path(__file__).parent
SEED = 3
ROUNDS = 2
ROUNDED = 16
"""The height of the rounded corners at the bottom of a frame, where the ground continues."""
GROUND = "#1a1f2b"
"""The color below the last row of a frame."""
LIMITS = {"player_0": 0.3, "player_1": 0.6, "player_2": 0.9}
"""Each agent leaves once the gems it carries plus those on the path exceed its limit."""


def frames() -> list[Image.Image]:
    """Return one frame for every step of the first rounds of a game."""
    env = parallel_env(edition="iello-2016", players=3, render_mode="rgb_array")
    observations, _ = env.reset(seed=SEED)
    drawn = []
    while env.agents and env.game.expedition.round <= ROUNDS:
        drawn.append(env.render())
        actions = {
            agent: int(seen["action_mask"][1] and seen["observation"][6:8].sum() > LIMITS[agent])
            for agent, seen in observations.items()
        }
        observations, *_ = env.step(actions)
    heights = [int(frame.any(axis=(1, 2)).nonzero()[0][-1]) + 1 for frame in drawn]
    images = []
    for frame, height in zip(drawn, heights, strict=True):
        image = Image.new("RGB", (frame.shape[1], max(heights)), GROUND)
        image.paste(Image.fromarray(frame[: height - ROUNDED]))
        images.append(image.resize((image.width * 2 // 3, image.height * 2 // 3)))
    return images


if __name__ == "__main__":
    first, *others = [image.quantize(48) for image in frames()]
    first.save(
        HERE / "environment.png",
        save_all=True,
        append_images=others,
        duration=1200,
        loop=0,
    )
