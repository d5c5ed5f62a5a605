//! The kernels, one file or folder per family.
//!
//! | family | what it does |
//! | --- | --- |
//! | [`attributed`] | counts patterns with labels, directions and absence, by a walk over lists of each kind |
//! | [`attributed_list`] | lists the matches of patterns with labels, directions and absence |
//! | [`bicliques`] | counts bicliques of `p` and `q` vertices, by rows of bits between the sides |
//! | [`clique_draws`] | draws cliques at random, from which their number is estimated |
//! | [`clique_rows`] | counts cliques of lists that are brought to the device tile by tile |
//! | [`cliques`] | counts cliques, by bit matrices of the roots' neighbourhoods |
//! | [`coloured`] | counts motifs with labels: connected sets, by what their members are labelled and joined by |
//! | [`connected_sets`] | how connected sets of a few vertices are gone through |
//! | [`cores`] | core numbers, by peeling |
//! | [`count`] | counts the embeddings of any pattern, by a depth-first walk over a plan |
//! | [`cycles`] | counts 4-cycles, by counting wedges |
//! | [`directed`] | counts directed motifs: of three and four vertices from smaller pieces |
//! | [`directed_orbits`] | sums at each vertex and edge that directed graphlets of up to four vertices follow from |
//! | [`edge_counts`] | counts at each edge and vertex, and sums of them |
//! | [`estimate`] | draws matches at random, from which their number is estimated, or which are listed |
//! | [`fill`] | random numbers, for benchmarks |
//! | [`frequent`] | frequent patterns of one graph: supports by minimum image |
//! | [`generate`] | makes graphs of pairs that are drawn |
//! | [`higher_degree`] | neighbours of higher degree: the worked example of `docs/kernels.md` |
//! | [`homomorphisms`] | tables over vertices and edges, from which homomorphisms of small graphs are counted |
//! | [`landing`] | how a grid leaves a sum where the host looks for it |
//! | [`list`] | lists the embeddings of any pattern, by a depth-first walk over a plan |
//! | [`max_clique`] | finds a largest clique, by a search with bounds in bit matrices |
//! | [`maximal_bicliques`] | counts maximal bicliques by size, and writes them |
//! | [`maximal_clique_members`] | finds maximal cliques, or how many of them each vertex is in, by the search of [`maximal_cliques`] |
//! | [`maximal_cliques`] | counts maximal cliques, by a search with pivots in bit matrices |
//! | [`motifs`] | counts motifs of five vertices from smaller pieces |
//! | [`nuclei`] | (3,4)-nucleus numbers of triangles, by peeling |
//! | `own` | numbers and lists that one block alone changes |
//! | [`peeling`] | what cores, trusses and nuclei share: items that leave, round after round |
//! | [`pivots`] | counts cliques of every size, and those of a size at each vertex or edge, by a search with pivots in bit matrices |
//! | [`pivots_128`] | counts cliques of a size at each vertex or edge, where there are 2^64 cliques and more |
//! | `prefetch` | how memory is asked for ahead of time |
//! | [`prepare`] | renumbers and orients a graph |
//! | [`queue`] | how persistent warps draw their tasks |
//! | [`rewiring`] | random graphs like a graph: edges switch ends, or are drawn |
//! | [`set_pairs`] | set operations over many pairs of lists, for benchmarks |
//! | [`table`] | extends, tells apart and packs the rows of embedding tables |
//! | [`tiles`] | counts triangles of lists that are brought to the device tile by tile |
//! | [`transactions`] | frequent subgraphs of a database of graphs |
//! | [`triangles`] | counts triangles, by rows of bits for the hubs and marks in shared memory |
//! | [`trusses`] | truss numbers and bitruss numbers, by peeling |
//! | [`views`] | makes the lists that patterns with labels, directions and absence are walked on |

pub mod attributed;
pub mod attributed_list;
pub mod bicliques;
pub mod clique_draws;
pub mod clique_rows;
pub mod cliques;
pub mod coloured;
pub mod connected_sets;
pub mod cores;
pub mod count;
pub mod cycles;
pub mod directed;
pub mod directed_orbits;
pub mod edge_counts;
pub mod estimate;
pub mod fill;
pub mod frequent;
pub mod generate;
pub mod higher_degree;
pub mod homomorphisms;
pub mod landing;
pub mod list;
pub mod max_clique;
pub mod maximal_bicliques;
pub mod maximal_clique_members;
pub mod maximal_cliques;
pub mod motifs;
pub mod nuclei;
mod own;
pub mod peeling;
pub mod pivots;
pub mod pivots_128;
pub(crate) mod prefetch;
pub mod prepare;
pub mod queue;
pub mod rewiring;
pub mod set_pairs;
pub mod table;
pub mod tiles;
pub mod transactions;
pub mod triangles;
pub mod trusses;
pub mod views;
