"""The forward pass of the compact policy over many choices at once.

The same arithmetic as the scorer in services/harness-gateway/policy/compact/network: float64 over float32 weights. Sums go in
another order, so that logits agree to about 1e-14, not to the last bit. A choice's logits have the same bits whichever other
choices they are scored with: no sum and no matrix product reaches beyond a choice.

    x     = [sum of embeddings of the row's hashed features, its dense features]
    row   = w2 . relu(w1 x + b1) + linear . dense + sum of sparse weights of its hashed features
    logit = log sum of exp(row) over the candidate's rows
"""

import numpy as np

BLOCK = 8


class Choices:
    """Choices as flat arrays, one after the other.

    heads [choices]: which layers score a choice; candidates [choices]: how many it has; readings [all candidates]: rows of each;
    feature_counts [all rows]: hashed features of each; features [all features]: their ids; dense [all rows, dense features].
    """

    def __init__(self, heads, candidates, readings, feature_counts, features, dense):
        self.heads = heads
        self.candidates = candidates
        self.readings = readings
        self.feature_counts = feature_counts
        self.features = features
        self.dense = dense

    @staticmethod
    def joined(parts):
        """All choices of the parts, in their order."""
        if len(parts) == 1:
            return parts[0]
        names = ("heads", "candidates", "readings", "feature_counts", "features", "dense")
        return Choices(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


class Scorer:
    """Scores choices with the weights of one checkpoint. ValueError naming the tensor that is missing or has another shape."""

    def __init__(self, tensors):
        for name in ("embedding", "sparse", "w1", "b1", "w2", "linear"):
            if name not in tensors:
                raise ValueError(f"{name}: the tensor is missing; give a complete checkpoint")
        try:
            self.rows, self.width = tensors["embedding"].shape
            self.heads, self.hidden = tensors["b1"].shape
            self.dense = tensors["linear"].shape[1]
        except (ValueError, IndexError) as error:
            raise ValueError("embedding, b1, linear: are to have two extents each") from error
        extents = {
            "embedding": (self.rows, self.width),
            "sparse": (self.rows,),
            "w1": (self.heads, self.hidden, self.width + self.dense),
            "b1": (self.heads, self.hidden),
            "w2": (self.heads, self.hidden),
            "linear": (self.heads, self.dense),
        }
        for name, extent in extents.items():
            tensor = tensors[name]
            if tensor.dtype != np.float32 or tensor.shape != extent:
                raise ValueError(f"{name}: is {tensor.dtype} {list(tensor.shape)}, not float32 {list(extent)}")
            if not np.isfinite(tensor).all():
                raise ValueError(f"{name}: holds a value that is not finite")
        # One gather fetches a feature's embedding and its direct weight. float64, so that sums are taken without a cast on the way.
        self.table = np.column_stack([tensors["embedding"], tensors["sparse"]]).astype(np.float64)
        self.w1 = tensors["w1"].astype(np.float64).transpose(0, 2, 1).copy()
        self.b1 = tensors["b1"].astype(np.float64)
        self.w2 = tensors["w2"].astype(np.float64)
        self.linear = tensors["linear"].astype(np.float64)

    def check(self, choices):
        """ValueError naming the tensor, unless the arrays fit each other and the weights."""
        heads, candidates, readings, counts = choices.heads, choices.candidates, choices.readings, choices.feature_counts
        if len(heads) == 0 or heads.min() < 0 or heads.max() >= self.heads:
            raise ValueError(f"HEAD: give a head in [0, {self.heads}) for each choice, and one choice at least")
        _fits("CANDIDATES", candidates, len(heads), "READINGS", len(readings), 1)
        _fits("READINGS", readings, len(readings), "FEATURE_COUNTS", len(counts), 1)
        _fits("FEATURE_COUNTS", counts, len(counts), "FEATURES", len(choices.features), 0)
        if len(choices.features) > 0 and (choices.features.min() < 0 or choices.features.max() >= self.rows):
            raise ValueError(f"FEATURES: an id is outside the table; give ids in [0, {self.rows})")
        if choices.dense.shape != (len(counts), self.dense):
            raise ValueError(f"DENSE: is {list(choices.dense.shape)}, not [{len(counts)}, {self.dense}]")
        if not np.isfinite(choices.dense).all():
            raise ValueError("DENSE: holds a value that is not finite")

    def logits(self, choices):
        """The logits of all candidates, float64, in order. The choices must have passed `check`."""
        sums = self._sums(choices)
        scores = sums[:, self.width] + self._layers(choices, np.concatenate([sums[:, : self.width], choices.dense], axis=1))
        starts = _starts(choices.readings)
        largest = np.maximum.reduceat(scores, starts)
        shares = np.exp(scores - np.repeat(largest, choices.readings))
        return largest + np.log(np.add.reduceat(shares, starts))

    def _sums(self, choices):
        """[rows, width + 1]: the sums of each row's embeddings, and of its direct weights."""
        sums = np.zeros((len(choices.feature_counts), self.width + 1))
        # A row without features would be given its neighbour's: reduceat knows no empty stretch.
        filled = np.flatnonzero(choices.feature_counts)
        if len(filled) > 0:
            starts = _starts(choices.feature_counts)[filled]
            sums[filled] = np.add.reduceat(self.table.take(choices.features, axis=0), starts, axis=0)
        return sums

    def _layers(self, choices, inputs):
        """[rows]: what hidden layer and dense features add. Rows are multiplied in blocks of one size, and a choice begins a block."""
        rows = np.add.reduceat(choices.readings, _starts(choices.candidates), dtype=np.int64)
        blocks = -(-rows // BLOCK)
        places = np.repeat(_starts(blocks) * BLOCK - _starts(rows), rows) + np.arange(len(inputs))
        padded = np.zeros((int(blocks.sum()) * BLOCK, inputs.shape[1]))
        padded[places] = inputs
        padded = padded.reshape(-1, BLOCK, inputs.shape[1])
        scores = np.empty(padded.shape[:2])
        head_of_block = np.repeat(choices.heads, blocks)
        for head in np.unique(choices.heads):
            mine = np.flatnonzero(head_of_block == head)
            block = padded[mine]
            hidden = np.maximum(block @ self.w1[head] + self.b1[head], 0)
            scores[mine] = hidden @ self.w2[head] + block[:, :, self.width :] @ self.linear[head]
        return scores.reshape(-1)[places]


def _starts(counts):
    """Where each stretch begins, given how long they are."""
    return np.cumsum(counts, dtype=np.int64) - counts


def _fits(name, counts, expected, of, total, least):
    if len(counts) != expected:
        raise ValueError(f"{name}: has {len(counts)} entries, not {expected}")
    if counts.min() < least:
        raise ValueError(f"{name}: an entry is {counts.min()}; give {least} or more")
    found = int(counts.sum(dtype=np.int64))
    if found != total:
        raise ValueError(f"{name}: adds up to {found}, but {of} has {total} entries")
