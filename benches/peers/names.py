"""What Motherlode calls the motifs, by what a peer can tell of them."""

#: By sorted degrees, which differ for all that have three or four vertices.
BY_DEGREES = {
    (1, 1, 2): "wedge",
    (2, 2, 2): "triangle",
    (1, 1, 1, 3): "3-star",
    (1, 1, 2, 2): "4-path",
    (1, 2, 2, 3): "tailed-triangle",
    (2, 2, 2, 2): "4-cycle",
    (2, 2, 3, 3): "diamond",
    (3, 3, 3, 3): "4-clique",
}
