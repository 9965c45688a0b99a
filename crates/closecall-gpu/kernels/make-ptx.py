#!/usr/bin/env python3
"""Makes closecall.ptx from the sources beside it: make-ptx.py [--check]

Needs the package nvidia-cuda-nvrtc-cu12 (pip install nvidia-cuda-nvrtc-cu12==12.2.140): its PTX loads with every driver since 535.
With --check nothing is written: it fails unless closecall.ptx is what the sources give.
"""
import ctypes
import glob
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OPTIONS = ["--gpu-architecture=compute_80", "--std=c++17", "--fmad=false", "--ftz=false", "--prec-div=true", "--prec-sqrt=true", "-I" + HERE]


def library():
    spec = importlib.util.find_spec("nvidia.cuda_nvrtc")
    if spec is None:
        sys.exit("nvrtc is missing: pip install nvidia-cuda-nvrtc-cu12==12.2.140")
    folder = os.path.join(list(spec.submodule_search_locations)[0], "lib")
    return ctypes.CDLL(glob.glob(os.path.join(folder, "libnvrtc.so.*"))[0])


def text(nvrtc, program, size, get):
    length = ctypes.c_size_t()
    getattr(nvrtc, size)(program, ctypes.byref(length))
    buffer = ctypes.create_string_buffer(length.value)
    getattr(nvrtc, get)(program, buffer)
    return buffer.value.decode()


def compiled():
    nvrtc, program = library(), ctypes.c_void_p()
    with open(os.path.join(HERE, "closecall.cu"), "rb") as file:
        source = file.read()
    if nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"closecall.cu", 0, None, None):
        sys.exit("nvrtc refuses to begin")
    options = (ctypes.c_char_p * len(OPTIONS))(*[option.encode() for option in OPTIONS])
    if nvrtc.nvrtcCompileProgram(program, len(OPTIONS), options):
        sys.exit(text(nvrtc, program, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog"))
    return f"// sources: {fingerprint():016x}\n" + text(nvrtc, program, "nvrtcGetPTXSize", "nvrtcGetPTX")


def fingerprint():
    """FNV-1a of all sources in the order of their names; a test compares it."""
    value = 0xCBF29CE484222325
    for name in sorted(os.listdir(HERE)):
        if name.endswith((".h", ".cu")):
            with open(os.path.join(HERE, name), "rb") as file:
                for byte in file.read():
                    value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return value


path = os.path.join(HERE, "closecall.ptx")
ptx = compiled()
if "--check" in sys.argv[1:]:
    with open(path) as file:
        sys.exit(None if file.read() == ptx else "closecall.ptx is not what the sources give: run make-ptx.py")
with open(path, "w") as file:
    file.write(ptx)
