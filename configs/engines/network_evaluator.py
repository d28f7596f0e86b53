#!/usr/bin/env python3
"""The learner's network in PyTorch as an outside evaluator, on any device.

    fulcrum match mine.json configs/agents/uct-400.json seesaw
    {"name": "mine", "search": {"evaluator": "process", "selection": "puct",
     "fpu": "reduction"}, "evaluator": {"command": ["python3",
     "configs/engines/network_evaluator.py", "weights.safetensors", "--device", "cuda"]}}

The weights are exported by python/learner (mcts/evaluate/convolution/NETWORK.md). It computes
nothing that `search.evaluator=network` does not: copy this program to use a network of your own.
Needs python3-torch and NumPy.
"""

import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "..", "python", "learner"))

import torch  # noqa: E402

from evaluator import serve  # noqa: E402
from network import Architecture, Facts, Network, policy_logits  # noqa: E402
from weights_file import read_weights  # noqa: E402


def load(path, facts):
    """The network of a weights file. Its BatchNorm is folded into its convolutions: here the
    BatchNorm layers only hold the biases."""
    arrays, about = read_weights(path)
    if (about["game"], about["planes_version"]) != (facts.game, str(facts.planes_version)):
        raise ValueError(f"{path} is for {about['game']}, planes version "
                         f"{about['planes_version']}")
    of = {name: int(about[name]) for name in ("channels", "blocks", "pool_every", "pair_size",
                                              "hidden")}
    network = Network(Architecture(**of), facts)
    state = network.state_dict()
    for name in state:
        if name.endswith(".norm.running_var"):
            state[name].fill_(1 - 1e-5)
        elif name.endswith(".norm.bias"):
            state[name].copy_(torch.tensor(arrays[name.replace(".norm.", ".")]))
        elif ".norm." not in name and name != "seen":
            state[name].copy_(torch.tensor(arrays[name.replace(".conv.", ".")]))
    return network.eval()


class Evaluator:
    def __init__(self, call):
        self.call, self.device, self.network = call, torch.device(call.device), None

    def game(self, request):
        planes = request["planes"]
        facts = Facts(request["game"], planes["version"], planes["shape"][0],
                      planes["cell_heads"], planes["pair_heads"], planes["whole_heads"])
        self.network = load(self.call.weights, facts).to(self.device)
        self.scales = torch.tensor(planes["scales"], dtype=torch.float32,
                                   device=self.device)[:, None, None]

    @torch.inference_mode()
    def evaluate(self, arrays, buffer, count):
        longest = int(arrays.count[buffer, :count].max())
        legal = arrays.legal[buffer, :count, :longest].astype("int64")
        side = arrays.side[buffer, :count].astype("int64")
        heads = torch.from_numpy(arrays.heads[side[:, None], legal].astype("int64"))
        planes = torch.from_numpy(arrays.planes[buffer, :count]).to(self.device)
        outputs = self.network(planes * self.scales)
        logits = policy_logits(outputs, *heads.to(self.device).unbind(2))
        wins, draws, _ = outputs.value.softmax(dim=1).unbind(1)
        arrays.value[buffer, :count] = (wins + draws / 2).clamp(0, 1).cpu().numpy()
        arrays.policy[buffer, :count, :longest] = logits.cpu().numpy()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weights")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1, help="PyTorch's CPU threads")
    call = parser.parse_args()
    torch.set_num_threads(call.threads)
    evaluator = Evaluator(call)
    serve("learner", "1", evaluator.evaluate, evaluator.game)


if __name__ == "__main__":
    main()
