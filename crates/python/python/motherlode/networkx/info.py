"""What NetworkX is told of the backend when it is imported. Nothing heavy may be imported here."""

from __future__ import annotations

from typing import Any

_DEVICE = {
    "device : str, optional": 'Where to count: "cpu", "cuda:0", "cuda:all", "all" or "auto". '
    "By default ``nx.config.backends.motherlode.device``, or else ``motherlode.set_device``'s.",
}

#: What NetworkX's documentation says below each function. The keys are all the functions that the backend
#: has.
_FUNCTIONS = {
    "adamic_adar_index": "Sums may differ by rounding.",
    "all_triangles": "The triangles come in another order. With `nbunch`, NetworkX's own function runs.",
    "average_clustering": "With `weight`, results may differ by rounding; for weights that are negative or no "
    "finite numbers, and for multigraphs, NetworkX's own function runs.",
    "chordless_cycles": "A cycle may begin at another node. Without `length_bound`, or above 12, and for "
    "directed graphs and multigraphs, NetworkX's own function runs.",
    "clustering": "With `weight`, results may differ by rounding; for weights that are negative or no "
    "finite numbers, and for multigraphs, NetworkX's own function runs.",
    "constraint": "Results may differ by rounding. For weights that are not above 0, for directed graphs and "
    "self-loops with `nodes`, and for multigraphs, NetworkX's own function runs.",
    "core_number": "For directed graphs, NetworkX's own function runs.",
    "effective_size": "Results may differ by rounding. With `weight` and no `nodes`, for weights that are not above "
    "0, for self-loops with `nodes`, and for directed graphs and multigraphs, NetworkX's own function runs.",
    "enumerate_all_cliques": "In NetworkX's order. All cliques of a size are in memory together.",
    "find_cliques": "The cliques come in another order, and so do the nodes of each.",
    "find_cliques_recursive": "The cliques come in another order, and so do the nodes of each.",
    "generalized_degree": "For multigraphs, NetworkX's own function runs.",
    "jaccard_coefficient": "The pairs come in NetworkX's order.",
    "k_clique_communities": "The communities come in another order. With `cliques`, NetworkX's own function runs.",
    "k_core": "For directed graphs, and with `core_number`, NetworkX's own function runs.",
    "k_corona": "For directed graphs, and with `core_number`, NetworkX's own function runs.",
    "k_crust": "For directed graphs, and with `core_number`, NetworkX's own function runs.",
    "k_shell": "For directed graphs, and with `core_number`, NetworkX's own function runs.",
    "k_truss": "",
    "large_clique_size": "The size of a largest clique, exactly: NetworkX's own function finds a large one, which may be "
    "smaller.",
    "latapy_clustering": "Results may differ by rounding. For directed graphs, NetworkX's own function runs.",
    "make_max_clique_graph": "The cliques are numbered in another order.",
    "max_weight_clique": "Of several maximum cliques, another may be returned. With `weight`, it runs on the CPU.",
    "node_clique_number": "With `nodes` or `cliques`, NetworkX's own function runs.",
    "onion_layers": "In NetworkX's order.",
    "preferential_attachment": "The pairs come in NetworkX's order.",
    "resource_allocation_index": "Sums may differ by rounding.",
    "robins_alexander_clustering": "For directed graphs and self-loops, NetworkX's own function runs.",
    "simple_cycles": "A cycle may begin at another node. Without `length_bound`, or above 12, and for "
    "multigraphs, NetworkX's own function runs.",
    "square_clustering": "For directed graphs, NetworkX's own function runs.",
    "transitivity": "For multigraphs, NetworkX's own function runs.",
    "triadic_census": "For self-loops with `nodelist`, NetworkX's own function runs.",
    "triads_by_type": "In NetworkX's order; the arcs of a triad may come in another. It runs on the CPU. For graphs with "
    "attributes or self-loops, and for multigraphs, NetworkX's own function runs.",
    "triangles": "For multigraphs with `nodes`, NetworkX's own function runs.",
    **dict.fromkeys(
        ("vf2pp_all_isomorphisms", "vf2pp_is_isomorphic", "vf2pp_isomorphism"),
        "Another isomorphism may come first. It runs on the CPU, by refined colours and a search. For multigraphs, NetworkX's own "
        "function runs.",
    ),
}


def get_info() -> dict[str, Any]:
    """Describe the backend, as the entry point ``networkx.backend_info`` wants it.

    Returns
    -------
    dict
        The functions, what there is to say of each, and the default configuration.

    Examples
    --------
    >>> from motherlode.networkx.info import get_info
    >>> "triangles" in get_info()["functions"]
    True
    """
    return {
        "backend_name": "motherlode",
        "project": "motherlode",
        "package": "motherlode",
        "short_summary": "Counts patterns on graphics cards and on all CPU cores.",
        "description": "Triangles, squares, cliques, cores, trusses, clustering, triads, structural holes and link prediction "
        "by Motherlode.",
        "functions": {
            name: {"additional_docs": text, "additional_parameters": _DEVICE}
            for name, text in _FUNCTIONS.items()
        },
        "default_config": {"device": None, "min_edges": None},
    }
