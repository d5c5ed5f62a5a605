//! What jobs answer, on every device of this machine, against brute force, published counts and laws. One executable,
//! so that those that take long run beside each other; what has its own process is beside this folder.

mod analysis;
mod attributed;
mod attributed_list;
mod attributed_local;
mod bicliques;
mod coloured;
mod coloured_significance;
mod compare;
mod count;
mod databases;
mod decomposition;
mod directed;
mod directed_graphlet_laws;
mod directed_graphlets;
mod directed_graphlets_at_ties;
mod estimate;
mod features;
mod inclusion;
mod list;
mod local;
mod local_cliques;
mod local_solved;
mod local_wide;
mod max_clique;
mod max_weight_clique;
mod maximal_clique_listing;
mod maximal_cliques;
mod motifs;
mod null;
mod peeling;
mod planner;
mod properties;
#[cfg(feature = "shared-data")]
mod published;
mod rejection;
mod significance;
mod stars;
mod strategies;
mod supergraphs;
mod table;
mod tasks;
mod together;
