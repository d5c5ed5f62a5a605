# %% [markdown]
# # Which substructures tell active molecules from others?
#
# A thousand molecules were tested on a sodium channel (ChEMBL document CHEMBL2321810; the data come with
# RDKit). We describe each by the frequent subgraphs that it contains, teach a linear classifier to tell the
# more active half from the rest, see how well it does on molecules that it has not seen, and draw what it
# looks at.
#
#     pip install motherlode scikit-learn rdkit matplotlib

# %%
from __future__ import annotations

import csv
import os
import time
from pathlib import Path

import numpy as np
from rdkit import Chem, RDConfig
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline

from motherlode.molecules import to_rdkit
from motherlode.sklearn import FrequentSubgraphs

# %% [markdown]
# ## Molecules
# A SMILES and a name a line, and the activities (the negative decimal logarithm of the concentration that
# blocks half of the channels) in another file. Where RDKit is installed without them, a few molecules are
# written here, with made-up activities: acids are active.

# %%
ACIDS = "CC(=O)O CCC(=O)O OC(=O)c1ccccc1 OC(=O)CN OC(=O)CCl CC(O)C(=O)O".split()
OTHERS = "CCO CCN c1ccccc1 CC(=O)C CCCl CC(N)CO".split()


def molecules_and_activities() -> tuple[list[Chem.Mol], np.ndarray]:
    folder = Path(RDConfig.RDContribDir) / "FreeWilson" / "data"
    if not (folder / "CHEMBL2321810.smi").exists():
        activities = np.repeat([1.0, 0.0], [len(ACIDS), len(OTHERS)])
        return [Chem.MolFromSmiles(smiles) for smiles in ACIDS + OTHERS], activities
    with (folder / "CHEMBL2321810_act.csv").open() as file:
        activities = {row["Name"]: float(row["Act"]) for row in csv.DictReader(file)}
    lines = [line.split() for line in (folder / "CHEMBL2321810.smi").read_text().splitlines()]
    molecules = [Chem.MolFromSmiles(smiles) for smiles, _ in lines]
    return molecules, np.array([activities[name] for _, name in lines])


molecules, activity = molecules_and_activities()
active = activity > np.median(activity)
print(f"{len(molecules)} molecules, {active.sum()} of them active")

# %% [markdown]
# ## Features
# All connected substructures of up to six bonds that a twentieth of the molecules have. `closed=True` leaves
# out what says nothing new: a substructure that is always part of the same larger one.

# %%
features = FrequentSubgraphs(support=0.05, max_edges=6, closed=True)
begun = time.perf_counter()
table = features.fit_transform(molecules)
print(f"{table.shape[1]} substructures in {time.perf_counter() - begun:.2f} s")
print(f"the most frequent: {features.get_feature_names_out()[0]} in {features.supports_[0]} molecules")

# %% [markdown]
# ## A classifier
# In a pipeline the substructures are found among the molecules to learn from alone, so that nothing of those
# that it is tested with is known before.

# %%
model = make_pipeline(features, LogisticRegression(C=0.1, max_iter=2000))
folds = StratifiedKFold(n_splits=5 if len(molecules) > 100 else 3, shuffle=True, random_state=0)
scores = cross_val_score(model, molecules, active, cv=folds, scoring="roc_auc")
guessed = cross_val_score(DummyClassifier(), molecules, active, cv=folds, scoring="roc_auc")
print(f"area under the ROC curve: {scores.mean():.3f} +- {scores.std():.3f}; guessed {guessed.mean():.3f}")

# %% [markdown]
# ## What it looks at
# The substructures with the greatest weights: those of active molecules, and those of others.

# %%
model.fit(molecules, active)
weights = model[-1].coef_[0]
order = np.argsort(weights)
telling = [*order[::-1][:4], *order[:4]]
for column in telling:
    having = np.asarray(table[:, column].todense()).ravel() > 0
    shares = f"{having[active].mean():4.0%} of the active, {having[~active].mean():4.0%} of the others"
    print(f"{weights[column]:+.2f}  {shares}: {features.get_feature_names_out()[column]}")

# %%
try:
    import matplotlib

    if os.environ.get("MPLBACKEND") is None and not os.environ.get("DISPLAY"):
        matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from rdkit.Chem import Draw
except ImportError as error:
    print(f"no drawing: {error}")
else:
    figure, axes = plt.subplots(2, 4, figsize=(12, 6))
    for axis, column in zip(axes.flat, telling, strict=False):
        pattern = to_rdkit(features.patterns_[column])
        axis.imshow(Draw.MolToImage(pattern, size=(300, 250), kekulize=False))
        axis.set_title(f"{weights[column]:+.2f}")
        axis.axis("off")
    figure.suptitle("Substructures of active molecules (above), and of others")
    figure.tight_layout()
    picture = Path(os.environ.get("MOTHERLODE_PICTURES", ".")) / "telling_substructures.png"
    figure.savefig(picture, dpi=100)
    print(f"drawn to {picture}")
