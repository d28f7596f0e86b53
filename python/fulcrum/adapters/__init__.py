"""Games in the interfaces of other packages.

    fulcrum.adapters.aec.env(game)                  PettingZoo's AECEnv
    fulcrum.adapters.gymnasium_vector.Env(game, n)  Gymnasium's vector interface
    fulcrum.adapters.openspiel.load_game(name)      OpenSpiel's loop

If PettingZoo and Gymnasium are installed, the classes are subclasses of theirs and use their
spaces. Without them, the classes have the same methods and use the minimal spaces of
`fulcrum.adapters.spaces`.
"""
