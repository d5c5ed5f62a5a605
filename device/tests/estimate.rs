//! Weighing tasks, drawing matches and counting tasks, by plans that are written out here, on every machine: against
//! trying all tuples, and machine against machine.

mod common;
mod graphs;
mod walks;

use graphs::Graph;
use motherlode_device::kernels::estimate::draw::{
    DrawAttributedMatches, DrawAttributedMatchesCombined, DrawMatches, DrawMatchesCombined,
};
use motherlode_device::kernels::estimate::exact::{
    CountAttributedTasks, CountAttributedTasksCombined, CountTasks, CountTasksCombined,
};
use motherlode_device::kernels::estimate::sample::{SampleAttributedMatches, SampleMatches};
use motherlode_device::kernels::estimate::weigh::{WeighAttributedTasks, WeighTasks};
use motherlode_device::plan::Leaf;
use walks::attributed::{EITHER, FROM, TO_LABELLED};
use walks::plain::edge;
use walks::{ANY, COMMON, NO_LIST, above, attributed, buffer, combined, leaf, level, near, plain, plan};

/// Whether vertices are joined to all before them, which are smaller.
fn is_clique(graph: &Graph, tuple: &[u32]) -> bool {
    match tuple.split_last() {
        Some((&last, before)) => before.iter().all(|&v| graph.has(v, last) && v < last),
        None => true,
    }
}

/// Whether vertices are a path, of which the fifth is joined to the first.
fn is_path(graph: &Graph, tuple: &[u32]) -> bool {
    match *tuple {
        [] | [_] => true,
        [a, b] => graph.has(a, b) && a < b,
        [a, b, c] => graph.has(b, c) && c != a,
        [a, b, c, d] => graph.has(c, d) && ![a, b].contains(&d),
        [a, b, c, d, e] => graph.has(a, e) && ![b, c, d].contains(&e),
        _ => false,
    }
}

#[test]
fn cliques_are_drawn_from_what_an_edge_has_in_common() {
    let [first, second] = edge(Some(0));
    let third = level(buffer(0), above(1), 0, None);
    let last = leaf(buffer(0), Leaf::ADJACENT, 0, above(2), 0);
    plain::check_estimate::<WeighTasks, DrawMatches, CountTasks>(
        plan(&[first, second, third], &[COMMON], last, &[]),
        &[buffer(0)],
        &|graph, task, _| (0..graph.n()).filter(|&c| task.iter().all(|&v| graph.has(v, c))).count() as u32,
        4,
        &is_clique,
        &|graph, [a, b], c| graph.has(a, c) && graph.has(b, c) && c > b,
    );
}

#[test]
fn long_paths_are_drawn_level_by_level() {
    // More than a warp's candidates at the last level, and vertices that are used among them.
    let [first, second] = edge(None);
    let third = level(near(1, 0), ANY, 0b01, None);
    let fourth = level(near(2, 0), ANY, 0b11, None);
    let last = leaf(near(0, 0), Leaf::FREE, 0, ANY, 0b1110);
    plain::check_estimate::<WeighTasks, DrawMatches, CountTasks>(
        plan(&[first, second, third, fourth], &[], last, &[]),
        &[near(0, 0), near(1, 0)],
        &|graph, task, list| graph.0[task[list] as usize].len() as u32,
        5,
        &is_path,
        &|graph, [_, b], c| graph.has(b, c),
    );
}

#[test]
fn of_many_last_candidates_some_are_taken() {
    // Two neighbours of a hub beside the first: it has more than a warp's.
    let [first, second] = edge(None);
    let third = level(near(1, 0), ANY, 0b01, None);
    let last = leaf(near(1, 0), Leaf::FREE, 0, above(2), 0b01);
    plain::check_estimate::<WeighTasks, DrawMatches, CountTasks>(
        plan(&[first, second, third], &[], last, &[]),
        &[near(1, 0)],
        &|graph, task, _| graph.0[task[1] as usize].len() as u32,
        4,
        &|graph, tuple| match *tuple {
            [] | [_] => true,
            [a, b] => graph.has(a, b) && a < b,
            [a, b, c] => graph.has(b, c) && c != a,
            [a, b, c, d] => graph.has(b, d) && d != a && d > c,
            _ => false,
        },
        &|graph, [_, b], c| graph.has(b, c),
    );
}

#[test]
fn what_is_left_may_be_drawn_from_several_sets() {
    // A neighbour of each of the last two vertices: |A| |B| less what they have in common.
    let [first, second] = edge(None);
    let third = level(near(1, 0), ANY, 0b01, None);
    let own = leaf(NO_LIST, Leaf::ADJACENT, 0, ANY, 0b011);
    let other = leaf(near(0, 0), Leaf::FREE, 0, ANY, 0b110);
    let both = leaf(near(0, 0), Leaf::ADJACENT, 0, ANY, 0b010);
    plain::check_estimate::<WeighTasks, DrawMatchesCombined, CountTasksCombined>(
        combined(&[first, second, third], &[], &[own, other, both], &[(1, 0x011), (-1, 0x100)], 1),
        &[near(0, 0)],
        &|graph, task, _| graph.0[task[0] as usize].len() as u32,
        5,
        &is_path,
        &|graph, [_, b], c| graph.has(b, c),
    );
}

#[test]
fn draws_go_over_views_and_stop_where_a_set_must_be_empty() {
    let second = level(near(0, FROM), ANY, 0, None);
    let third = level(near(1, TO_LABELLED), ANY, 1 << 0, None);
    let itself = leaf(NO_LIST, Leaf::ITSELF, 0, ANY, 0);
    let test = leaf(near(0, EITHER), Leaf::ADJACENT, TO_LABELLED, ANY, 0);
    attributed::check_estimate::<WeighAttributedTasks, DrawAttributedMatches, CountAttributedTasks>(
        plan(&[level(NO_LIST, ANY, 0, None), second, third], &[], itself, &[test]),
        3,
        &|arcs, tuple| match *tuple {
            [a, b] => arcs.has(FROM, a, b),
            [a, b, c] => {
                let common = |x| arcs.has(EITHER, a, x) && arcs.has(TO_LABELLED, c, x);
                arcs.has(TO_LABELLED, b, c) && c != a && !arcs.any(common)
            }
            _ => true,
        },
        &|arcs, [_, b], c| arcs.has(TO_LABELLED, b, c),
    );
}

#[test]
fn labelled_ends_are_drawn_from_several_sets() {
    // c after b, and then two of c's and a's: |A| |B| less what they have in common.
    let second = level(near(0, FROM), ANY, 0, None);
    let third = level(near(1, TO_LABELLED), ANY, 1 << 0, None);
    let own = leaf(NO_LIST, Leaf::ADJACENT, TO_LABELLED, ANY, 0b011);
    let other = leaf(near(0, EITHER), Leaf::FREE, 0, ANY, 0b110);
    let both = leaf(near(0, EITHER), Leaf::ADJACENT, TO_LABELLED, ANY, 0b010);
    let levels = [level(NO_LIST, ANY, 0, None), second, third];
    type Weigh = WeighAttributedTasks;
    attributed::check_estimate::<Weigh, DrawAttributedMatchesCombined, CountAttributedTasksCombined>(
        combined(&levels, &[], &[own, other, both], &[(1, 0x011), (-1, 0x100)], 1),
        5,
        &|arcs, tuple| match *tuple {
            [a, b] => arcs.has(FROM, a, b),
            [a, b, c] => arcs.has(TO_LABELLED, b, c) && c != a,
            [a, b, c, d] => arcs.has(TO_LABELLED, c, d) && ![a, b].contains(&d),
            [a, b, c, d, e] => arcs.has(EITHER, a, e) && ![b, c, d].contains(&e),
            _ => true,
        },
        &|arcs, [_, b], c| arcs.has(TO_LABELLED, b, c),
    );
}

#[test]
fn whole_cliques_are_drawn() {
    let [first, second] = edge(Some(0));
    let third = level(buffer(0), above(1), 0, None);
    let last = leaf(buffer(0), Leaf::ADJACENT, 0, above(2), 0);
    let plan = plan(&[first, second, third], &[COMMON], last, &[]);
    plain::check_sample::<SampleMatches>(plan, 4, &is_clique);
}

#[test]
fn whole_paths_are_drawn() {
    // From several levels, and vertices that are used among the candidates.
    let [first, second] = edge(None);
    let third = level(near(1, 0), ANY, 0b01, None);
    let fourth = level(near(2, 0), ANY, 0b11, None);
    let last = leaf(near(0, 0), Leaf::FREE, 0, ANY, 0b1110);
    let plan = plan(&[first, second, third, fourth], &[], last, &[]);
    plain::check_sample::<SampleMatches>(plan, 5, &is_path);
}

#[test]
fn last_vertices_may_be_apart() {
    // A triangle, and a neighbour of its first vertex that is none of its third's.
    let [first, second] = edge(Some(0));
    let third = level(buffer(0), ANY, 0, None);
    let last = leaf(near(0, 0), Leaf::APART, 0, ANY, 0b110);
    let plan = plan(&[first, second, third], &[COMMON], last, &[]);
    plain::check_sample::<SampleMatches>(plan, 4, &|graph, tuple| match *tuple {
        [] | [_] => true,
        [a, b] => graph.has(a, b) && a < b,
        [a, b, c] => graph.has(a, c) && graph.has(b, c),
        [a, b, c, d] => graph.has(a, d) && !graph.has(c, d) && ![b, c].contains(&d),
        _ => false,
    });
}

#[test]
fn whole_matches_are_drawn_over_views() {
    let second = level(near(0, FROM), ANY, 0, None);
    let third = level(near(1, TO_LABELLED), ANY, 1 << 0, None);
    let levels = [level(NO_LIST, ANY, 0, None), second, third];
    let begins = |arcs: &attributed::Arcs, tuple: &[u32]| match *tuple {
        [a, b] => arcs.has(FROM, a, b),
        [a, b, c] => arcs.has(TO_LABELLED, b, c) && c != a,
        _ => true,
    };
    // Nothing but the last vertex, if a set is empty.
    let itself = leaf(NO_LIST, Leaf::ITSELF, 0, ANY, 0);
    let test = leaf(near(0, EITHER), Leaf::ADJACENT, TO_LABELLED, ANY, 0);
    let tested = plan(&levels, &[], itself, &[test]);
    attributed::check_sample::<SampleAttributedMatches>(tested, 3, &|arcs, tuple| {
        let none = |a, c| !arcs.any(|x| arcs.has(EITHER, a, x) && arcs.has(TO_LABELLED, c, x));
        begins(arcs, tuple) && (tuple.len() < 3 || none(tuple[0], tuple[2]))
    });
    // A neighbour of the last vertex besides.
    let own = leaf(NO_LIST, Leaf::ADJACENT, TO_LABELLED, ANY, 0b011);
    attributed::check_sample::<SampleAttributedMatches>(plan(&levels, &[], own, &[]), 4, &|arcs, tuple| {
        match *tuple {
            [a, b, c, d] => arcs.has(TO_LABELLED, c, d) && ![a, b].contains(&d),
            _ => begins(arcs, tuple),
        }
    });
}
