"""Games in the interfaces of other packages.

    fulcrum.adapters.aec.env(game)                  PettingZoo's AECEnv
    fulcrum.adapters.gymnasium_vector.Env(game, n)  Gymnasium's vector interface
    fulcrum.adapters.openspiel.load_game(name)      OpenSpiel's loop

PettingZoo and Gymnasium are used where they are installed: the classes are then
subclasses of theirs, with their spaces. Without them the same methods are there, with the
few spaces of `fulcrum.adapters.spaces`.
"""
