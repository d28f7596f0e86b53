"""fulcrum for Spack: spack repo add configs/install/spack && spack install fulcrum
The sources are the repository that contains this file."""

import os

from spack.package import *

SOURCES = os.path.realpath(os.path.join(os.path.dirname(__file__), *[".."] * 5))


class Fulcrum(CMakePackage):
    """Self-play, tree search and analysis of abstract board games."""

    homepage = "file://" + SOURCES
    git = "file://" + SOURCES

    license("MIT")

    version("main", branch="main")

    variant("onednn", default=False, description="Fast convolutional networks")
    variant("edit", default=True, description="Line editing in `fulcrum play`")

    depends_on("c", type="build")
    depends_on("cmake@3.18:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("hdf5@1.10:~mpi")
    depends_on("libdeflate")
    depends_on("cjson")
    depends_on("zlib-api")
    depends_on("libedit", when="+edit")
    depends_on("onednn@2", when="+onednn")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("FULCRUM_TESTS", "OFF"),
            self.define("HDF5_ROOT", self.spec["hdf5"].prefix),
            self.define_from_variant("FULCRUM_ONEDNN", "onednn"),
        ]
