"""Every function of fulcrum.h with wrong arguments.
Use: test_functions.py RUN"""

import ctypes
import os
import re
import resource
import sys
import unittest

import fulcrum
from fulcrum import _library

RUN = sys.argv[1]


class AllFunctions(unittest.TestCase):
    """Every function of fulcrum.h with NULL, with negative and with huge numbers, each in a
    process of its own: an error of the function, never a crash."""

    NONE_IS_FINE = ("game_new variant", "search_new config", "search_new evaluator",
                    "search_run moments", "env_free env", "game_free game",
                    "search_free search", "games_close games")

    @classmethod
    def setUpClass(cls):
        path = os.path.dirname(__file__) + "/../../selfplay/library/fulcrum.h"
        with open(path, encoding="utf-8") as file:
            header = file.read()
        found = re.findall(r"^FULCRUM_API ([\w ]+?[ *])fulcrum_(\w+)\(([^;]*)\);", header, re.M)
        cls.functions = [
            (result.strip(), name, [] if inside == "void" else
             [re.fullmatch(r"(.*?)(\w+)", " ".join(one.split())).groups()
              for one in inside.split(",")])
            for result, name, inside in found]
        cls.shared = ctypes.CDLL(_library.library.path)

    def setUp(self):
        game = fulcrum.Game("seesaw", size=2)
        env = fulcrum.VectorEnv(game, 2)
        search = fulcrum.Search(game, simulations=2)
        run = fulcrum.Run(RUN)
        state, column = game.start(), _library.Column()
        self.kept = (game, env, search, run, state, column)
        self.room = ctypes.create_string_buffer(1 << 20)
        arrays, found, moments = _library.EnvArrays(), _library.Found(), _library.Moments()
        numbers, evaluator = _library.Numbers(), _library.Evaluator()
        self.structs = {
            "fulcrum_numbers_t": numbers, "fulcrum_env_arrays_t": arrays,
            "fulcrum_evaluator_t": evaluator, "fulcrum_moments_t": moments,
            "fulcrum_found_t": found, "fulcrum_column_t": column}
        self.good = {
            "fulcrum_game_t": game._handle, "fulcrum_env_t": env._handle,
            "fulcrum_search_t": search._handle, "fulcrum_games_t": run._handle,
            "fulcrum_state_t": state._at}
        self.legal = int(state.legal()[0])

    def arguments(self, name, parameters):
        """Arguments that the function accepts."""
        found = []
        for kind, parameter in parameters:
            struct = kind.replace("const ", "").rstrip(" *")
            if struct in self.structs:
                found.append(ctypes.byref(self.structs[struct])
                             if struct != "fulcrum_evaluator_t" else None)
            elif struct in self.good:
                found.append(ctypes.c_void_p(self.good[struct]))
            elif "*" in kind:
                text = {"name": b"seesaw", "variant": b"size=2", "config": b"", "path":
                        os.fsencode(RUN)}.get(parameter)
                found.append(ctypes.c_char_p(text) if text is not None
                             else ctypes.byref(self.room, 4096))
            else:
                value = {"room": 1000, "action": self.legal}.get(parameter, 1)
                found.append({"size_t": ctypes.c_size_t, "uint64_t": ctypes.c_uint64}.get(
                    kind.strip(), ctypes.c_int)(value))
        return found

    def outcome(self, result, name, arguments):
        """How the call ends in a process of its own: "error: MESSAGE", "fine" or a status."""
        function = getattr(self.shared, "fulcrum_" + name)
        function.restype = {"int": ctypes.c_int, "int64_t": ctypes.c_int64, "void": None,
                            "float": ctypes.c_float, "fulcrum_outcome_t": _library.Outcome
                            }.get(result, ctypes.c_void_p)
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            try:
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                resource.setrlimit(resource.RLIMIT_AS, (1 << 32, 1 << 32))
                got = function(*arguments)
                failed = {"int": lambda: got < 0, "int64_t": lambda: got < 0,
                          "void": lambda: True, "float": lambda: got == 0,
                          "fulcrum_outcome_t": lambda: got.over and got.reason < 0}.get(
                              result, lambda: not got)()
                error = self.shared.fulcrum_error
                error.restype = ctypes.c_char_p
                os.write(writing, b"error: " + error() if failed else b"fine")
            finally:
                os._exit(0)
        os.close(writing)
        with open(reading, "rb") as file:
            said = file.read().decode()
        status = os.waitpid(child, 0)[1]
        return said or f"status {status}"

    def test_null(self):
        self.assertEqual(len(self.functions), len(_library._FUNCTIONS) + 1)  # apply_legal
        failed, tried = [], 0
        for result, name, parameters in self.functions:
            for i, (kind, parameter) in enumerate(parameters):
                if "*" not in kind:
                    continue
                arguments = self.arguments(name, parameters)
                arguments[i] = None
                got, tried = self.outcome(result, name, arguments), tried + 1
                fine = f"error: fulcrum_{name}: a pointer is NULL"
                if got != fine and f"{name} {parameter}" not in self.NONE_IS_FINE:
                    failed.append(f"{name} {parameter}: {got}")
                self.assertFalse(got.startswith("status"), f"{name} {parameter}: {got}")
        self.assertGreater(tried, 90)
        self.assertEqual(failed, [])

    def test_numbers(self):
        failed = []
        for result, name, parameters in self.functions:
            for i, (kind, parameter) in enumerate(parameters):
                if kind.strip() != "int" or parameter == "colour" or name == "apply_legal":
                    continue
                for number in (-1, -2**31, 2**31 - 1):
                    if parameter == "count" and number > 0:
                        continue
                    arguments = self.arguments(name, parameters)
                    arguments[i] = number
                    got = self.outcome(result, name, arguments)
                    if not got.startswith("error") and name not in ("games_column", "reason"):
                        failed.append(f"{name} {parameter}={number}: {got}")
                    self.assertFalse(got.startswith("status"), f"{name} {parameter}: {got}")
        self.assertEqual(failed, [])

    def test_structs_without_a_size(self):
        failed = []
        for result, name, parameters in self.functions:
            for kind, parameter in parameters:
                struct = self.structs.get(kind.replace("const ", "").rstrip(" *"))
                if not struct:
                    continue
                arguments = self.arguments(name, parameters)
                if parameter == "evaluator":
                    arguments[2] = ctypes.byref(struct)
                struct.size, size = 0, struct.size
                got = self.outcome(result, name, arguments)
                struct.size = size
                if "size" not in got:
                    failed.append(f"{name} {parameter}: {got}")
        self.assertEqual(failed, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
