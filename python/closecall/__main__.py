"""Tells where the C library of this package is: ``python -m closecall --cmake-dir``."""

import argparse
import sys
from pathlib import Path

from . import __version__

_LIBRARY = Path(__file__).resolve().parent / "c" / "lib"


def main() -> int:
    """Prints a folder, and returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m closecall", description="The C library of this package.")
    parser.add_argument("--version", action="version", version=f"closecall {__version__}")
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument(
        "--cmake-dir", action="store_const", const="cmake/closecall", dest="folder",
        help="the folder for CMake: cmake -Dclosecall_DIR=$(python -m closecall --cmake-dir)",
    )
    wanted.add_argument(
        "--pkg-config-dir", action="store_const", const="pkgconfig", dest="folder",
        help="the folder for pkg-config: PKG_CONFIG_PATH=$(python -m closecall --pkg-config-dir)",
    )
    folder = _LIBRARY / parser.parse_args().folder
    if not folder.is_dir():
        print(
            "this package was built without the C library, as pip does it from sources; the wheels have it",
            file=sys.stderr,
        )
        return 2
    print(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
