-- fulcrum for Lmod: install as fulcrum/0.1.0.lua in a folder of MODULEPATH.
local prefix = os.getenv("FULCRUM_PREFIX") or pathJoin(os.getenv("HOME"), ".local")

help([[Self-play research on abstract board games: fulcrum help, man fulcrum]])
whatis("Name: fulcrum")
whatis("Description: self-play, tree search and analysis of abstract board games")

prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("MANPATH", pathJoin(prefix, "share/man"))
prepend_path("LD_LIBRARY_PATH", pathJoin(prefix, "lib"))
prepend_path("PKG_CONFIG_PATH", pathJoin(prefix, "lib/pkgconfig"))
prepend_path("CMAKE_PREFIX_PATH", prefix)
