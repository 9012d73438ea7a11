"""The compact policy as a Triton model: scores the candidates of choices. Triton runs one process of this for each version."""

import json
import os

import numpy as np
import triton_python_backend_utils as pb_utils

from checkpoint import read_checkpoint
from scorer import Choices, Scorer


class TritonPythonModel:
    def initialize(self, args):
        folder = os.path.join(args["model_repository"], args["model_version"])
        try:
            with open(os.path.join(folder, "version.json"), encoding="utf-8") as file:
                digest = json.load(file)["checkpoint"]
            self.scorer = Scorer(read_checkpoint(os.path.join(folder, "checkpoint.safetensors"), digest))
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise pb_utils.TritonModelException(f"version {args['model_version']}: {error}") from error

    def execute(self, requests):
        """Scores the choices of all requests in one pass. A request that cannot be read fails alone."""
        answers = [None] * len(requests)
        good = []
        for at, request in enumerate(requests):
            try:
                choices = _choices(request, self.scorer.dense)
                self.scorer.check(choices)
                good.append((at, choices))
            except ValueError as error:
                answers[at] = _refused(str(error))
        if good:
            logits = self.scorer.logits(Choices.joined([choices for _, choices in good]))
            begin = 0
            for at, choices in good:
                mine = logits[begin : begin + len(choices.readings)]
                begin += len(choices.readings)
                answers[at] = _answer(mine)
        return answers


def _choices(request, dense_features):
    def flat(name):
        return pb_utils.get_input_tensor_by_name(request, name).as_numpy().reshape(-1)

    dense = flat("DENSE")
    if len(dense) % dense_features != 0:
        raise ValueError(f"DENSE: {len(dense)} values are no rows of {dense_features}")
    return Choices(
        flat("HEAD"),
        flat("CANDIDATES"),
        flat("READINGS"),
        flat("FEATURE_COUNTS"),
        flat("FEATURES"),
        dense.reshape(-1, dense_features),
    )


def _answer(logits):
    if not np.isfinite(logits).all():
        return _refused("LOGITS: one is not finite; check the features and the weights")
    return pb_utils.InferenceResponse(output_tensors=[pb_utils.Tensor("LOGITS", logits.reshape(1, -1))])


def _refused(message):
    return pb_utils.InferenceResponse(error=pb_utils.TritonError(message, pb_utils.TritonError.INVALID_ARG))
