"""Robots from xacro files: the macros are expanded by the package `xacro` (`pip install closecall[xacro]`).

    robot = closecall.xacro.robot("arm.urdf.xacro", arguments={"gripper": "true"})
"""

from os import PathLike
from typing import Any, Mapping, Optional, Union

from . import Robot

__all__ = ["robot"]


def robot(
    file: Union[str, "PathLike[str]"],
    *,
    arguments: Optional[Mapping[str, str]] = None,
    **options: Any,
) -> Robot:
    """The robot of a xacro file. `arguments` are those of `<xacro:arg>`; the options are those of
    `closecall.Robot`. Files that it names are looked for from the folder of the xacro file.
    """
    import xacro as expander

    document = expander.process_file(str(file), mappings=dict(arguments or {}))
    return Robot(file, text=document.toxml(), **options)
