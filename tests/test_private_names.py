"""Tests of undocumented names of libraries that we use or override; a release may remove them.

`pyproject.toml` has a version ceiling for each of these libraries. Raise it together with this
list.
"""

import argparse
import inspect
import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CEILINGS = ("uvicorn", "websockets", "numba")

# Our module, the class or module of the library, and its names.
USED = (
    ("server/connections/plain.py", "uvicorn._types", "ASGI3Application"),
    ("server/connections/direct.py", "uvicorn._types", "ASGISendEvent"),
    (
        "server/connections/plain.py",
        "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol",
        "connection_made connection_lost data_received on_url on_header on_message_begin"
        " on_headers_complete on_body on_message_complete on_response_complete pause_writing"
        " resume_writing handle_websocket_upgrade _start_asgi_task _should_upgrade"
        " _unset_keepalive_if_required _unsupported_upgrade_warning"
        " client config cycle headers loop parser pipeline timeout_keep_alive transport url",
    ),
    (
        "server/connections/plain.py",
        "uvicorn.protocols.http.httptools_impl:RequestResponseCycle",
        "disconnected message_event response_complete",
    ),
    (
        "server/connections/direct.py",
        "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol",
        "connection_made connection_lost data_received handle_connect handle_parser_exception"
        " keepalive_timeout resume_writing send send_receive_event_to_app"
        " close_sent close_timer conn disconnected frames handshake_complete handshake_initiated"
        " loop pending_ping_payload pong_timer queue read_paused scope transport writable",
    ),
    ("server/run.py", "uvicorn:Server", "startup capture_signals should_exit started"),
    (
        "server/connections/direct.py",
        "websockets.protocol:Protocol",
        "close_sent data_to_send debug send_close",
    ),
    ("server/tables/listeners.py", "websockets.frames:Frame", "serialize"),
    (
        "simulator/kernel/machine_code.py",
        "numba.core.caching:FunctionCache",
        "load_overload save_overload flush disable",
    ),
    (
        "simulator/kernel/machine_code.py",
        "numba.core.dispatcher:Dispatcher",
        "_cache py_func signatures",
    ),
    ("simulator/kernel/cache.py", "numba.core.dispatcher:Dispatcher", "get_compile_result"),
    ("simulator/kernel/cache.py", "numba.core.codegen:JITCodeLibrary", "get_pointer_to_function"),
    ("simulator/kernel/cache.py", "numba.core.funcdesc:FunctionDescriptor", "llvm_func_name"),
    ("simulator/kernel/lanes.py", "numba.core.imputils", "lower_builtin"),
    (
        "simulator/kernel/lanes.py",
        "numba.core.typing.templates",
        "ConcreteTemplate infer_global signature",
    ),
    ("simulator/kernel/layers.py", "numba.core", "cgutils"),
    ("simulator/kernel/side_by_side.py", "numba.core.config", "CPU_FEATURES"),
    ("simulator/kernel/lanes.py", "llvmlite.ir:IRBuilder", "_insert"),
    ("bots/time_limit.py", "sys", "_current_frames"),
)


def _has(owner, name: str) -> bool:
    if hasattr(owner, name):
        return True
    # An attribute of instances is set somewhere in its class.
    classes = inspect.getmro(owner) if inspect.isclass(owner) else ()
    return any(
        re.search(rf"\bself\.{name}\b[^=\n]*=[^=]", inspect.getsource(kind))
        or name in vars(kind).get("__annotations__", {})
        for kind in classes
        if kind.__module__ not in ("builtins", "typing", "abc")
    )


@pytest.mark.parametrize(
    ("user", "owner", "names"), USED, ids=[owner.rpartition(".")[2] for _, owner, _ in USED]
)
def test_libraries_still_have_the_private_names_we_use(user, owner, names):
    module, _, inside = owner.partition(":")
    found = import_module(module)
    if inside:
        assert hasattr(found, inside), f"{module} no longer has {inside}, which {user} uses"
        found = getattr(found, inside)
    text = (ROOT / "src" / "diamant" / user).read_text(encoding="utf-8")
    for name in names.split():
        assert _has(found, name), f"{owner} no longer has {name}, which {user} uses"
        assert re.search(rf"\b{name}\b", text), f"{user} no longer uses {owner}'s {name}"


def test_standard_library_still_has_the_private_names_we_use():
    assert argparse.ArgumentParser()._actions, "argparse no longer has _actions: completion.py"
    assert sys._current_frames(), "sys no longer has _current_frames: time_limit.py"


def test_control_missing_name_is_found():
    class Library:
        def __init__(self):
            self.kept: int = 1
            if self.lost == 2:
                raise AssertionError

    assert _has(Library, "kept")
    assert not _has(Library, "lost")


def test_overridden_libraries_have_a_version_ceiling():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    for needed in [needed for extra in extras.values() for needed in extra]:
        if needed.startswith(CEILINGS):
            assert ",<" in needed, f"{needed} needs a version ceiling"
