//! Graphs that do not fit on a card: spread over several cards' memories, and over the host's.

use std::ops::ControlFlow;

use motherlode::graph::{Csr, Graph, generate};
use motherlode::mine::list::{ListOptions, list};
use motherlode::mine::local::at_vertices;
use motherlode::mine::strategy::Strategy;
use motherlode::mine::table::TableOptions;
use motherlode::mine::{CountOptions, Method, MineError, Placed, count, motifs};
use motherlode::pattern::Pattern;
use motherlode::runtime::{
    Choice, Device, HostMemory, ListAccess, MemorySize, Residency, RuntimeError, Team,
};

use crate::simulated::{Fault, Simulated, in_own_process};
use crate::{less, step};

/// Large enough for many pages of the simulated cards, which have 4 KiB.
fn graph() -> Csr {
    generate::rmat(9, 9, 3).unwrap()
}

fn labelled_graph() -> Graph {
    generate::label(graph().into(), 3, 2, 5)
}

/// Smaller: tables have many rows.
fn labelled_graph_of_few() -> Graph {
    generate::label(generate::rmat(5, 4, 3).unwrap().into(), 3, 1, 5)
}

fn pattern(text: &str) -> Pattern {
    text.parse().unwrap()
}

fn counted(team: &Team, name: &str, method: Method) -> Result<String, MineError> {
    Ok(count(&graph(), &pattern(name), team, &CountOptions::default().method(method))?.count.to_string())
}

fn labelled(team: &Team) -> Result<String, MineError> {
    let pattern = pattern("(a:0)-[:1]-(b:1)-c-a, c-d");
    Ok(count(&labelled_graph(), &pattern, team, &CountOptions::default())?.count.to_string())
}

fn listed(team: &Team) -> Result<String, MineError> {
    let mut rows = 0u64;
    let mut sum = 0u64;
    let keep = |batch: motherlode::mine::list::Batch<'_>| {
        for row in batch.rows() {
            rows += 1;
            // In order.
            sum = row.iter().fold(sum, |sum, &id| sum.wrapping_mul(0x100_0000_01b3) ^ u64::from(id));
        }
        ControlFlow::Continue(())
    };
    list(&graph(), &pattern("4-clique"), team, &ListOptions::default(), keep)?;
    Ok(format!("{rows} rows, {sum:x}"))
}

fn local(team: &Team) -> Result<String, MineError> {
    Ok(format!("{:?}", at_vertices(&graph(), &pattern("diamond"), team, &ListOptions::default())?.counts))
}

/// The supports of the patterns of three edges, and how many of the rows of triangles are kept.
fn table(team: &Team) -> Result<String, MineError> {
    let mut table = Placed::new(&labelled_graph_of_few(), team).table(&TableOptions::default())?;
    (0..3).try_for_each(|_| table.extend_by_edge())?;
    let mut found: Vec<String> = table
        .supports()?
        .into_iter()
        .map(|(found, support)| format!("{}: {support}", found.pattern))
        .collect();
    table.retain_rows(|row| row.iter().sum::<u32>() % 3 == 0)?;
    found.push(format!("{} rows", table.rows()));
    Ok(found.join(", "))
}

/// A job on a graph that does not fit on a card, by name: each reads it by other kernels.
type SpreadJob = (&'static str, fn(&Team) -> Result<String, MineError>);

const JOBS: [SpreadJob; 10] = [
    ("triangles", |team| counted(team, "triangle", Method::Best)),
    ("4-cliques", |team| counted(team, "4-clique", Method::Best)),
    ("4-cycles", |team| counted(team, "4-cycle", Method::Best)),
    ("houses", |team| counted(team, "house", Method::Best)),
    ("long-tailed triangles", |team| counted(team, "a-b-c-a-d-e", Method::Best)),
    ("tailed triangles by a walk", |team| counted(team, "tailed-triangle", Method::Walk)),
    ("motifs", |team| Ok(format!("{:?}", motifs(&graph(), 3, team, &CountOptions::default())?.motifs))),
    ("labelled patterns", labelled),
    ("a listing", listed),
    ("local counts", local),
];

/// One that takes the first card alone.
const TABLE: SpreadJob = ("a table", table);

/// The one of them that walks the whole graph.
const WALK: SpreadJob = JOBS[5];

fn expected((_, job): SpreadJob) -> String {
    job(&Team::from(&Device::cpu(None))).unwrap()
}

/// So many cards, each with so many bytes, and so many of the host's.
fn team(cards: u32, bytes: u64, host: u64) -> Result<Team, RuntimeError> {
    let open = |card| Device::open(Choice::Cuda(card), Some(MemorySize(bytes)));
    let devices = (0..cards).map(open).collect::<Result<Vec<_>, _>>()?;
    let team = Team::of(&devices[0], &devices[1..]);
    Ok(if host > 0 { team.with_host_memory(HostMemory::new(MemorySize(host))) } else { team })
}

fn is_refusal(error: &MineError) -> bool {
    error.is_lack_of_memory()
}

/// From more than a job needs down to nothing, on one to three cards, with the host's memory and without: the answer is
/// the same, or there is not enough. Says how often it was right.
fn sweep(simulated: &Simulated, job: SpreadJob, cards: u32, host: u64) -> u32 {
    let answer = expected(job);
    let (mut bytes, mut right) = (2 << 20, 0);
    while bytes > 1 << 10 {
        let what = format!("{} on {cards} cards of {bytes} bytes with {host} of the host's", job.0);
        match job.1(&team(cards, bytes, host).unwrap()) {
            Ok(found) => {
                assert_eq!(found, answer, "{what}");
                right += 1;
            }
            Err(error) => assert!(is_refusal(&error), "{what}: {error:?}"),
        }
        assert_eq!((simulated.live(), simulated.abandoned()), (0, 0), "{what}");
        bytes = less(bytes);
    }
    right
}

#[test]
fn any_budget_gives_the_answer_or_a_refusal() {
    if !in_own_process() {
        return;
    }
    // Where not all is to be tried, two cards are left out: three have all that two have.
    for cards in (1..=3).step_by(if step() == 1 { 1 } else { 2 }) {
        let simulated = Simulated::with_cards(cards as i32);
        for job in JOBS {
            let (alone, with_host) =
                (sweep(&simulated, job, cards, 0), sweep(&simulated, job, cards, 1 << 24));
            assert!(with_host >= alone, "{}: {with_host} budgets, and {alone} without the host", job.0);
        }
    }
}

#[test]
fn a_table_of_any_budget_has_its_rows_or_is_refused() {
    let simulated = Simulated::with_cards(1);
    let (alone, with_host) = (sweep(&simulated, TABLE, 1, 0), sweep(&simulated, TABLE, 1, 1 << 24));
    assert!(with_host > alone && alone > 2, "a table: {with_host} budgets, and {alone} without the host");
}

/// Where the whole graph lies when it has been walked.
fn residency(team: &Team) -> Vec<(String, Residency)> {
    let placed = Placed::new(&graph(), team);
    let options = CountOptions::default().method(Method::Walk);
    let found = placed.count(&pattern("tailed-triangle"), &options).unwrap();
    assert_eq!(found.count.to_string(), expected(WALK));
    placed.residency()
}

#[test]
fn memories_are_filled_in_order() {
    let bytes = 8 * graph().edges() + 16 * u64::from(graph().n());
    let simulated = Simulated::with_cards(2);
    let all = residency(&team(1, 16 * bytes, 0).unwrap())[0].1;
    assert!(all.own >= bytes && (all.neighbours, all.host) == (0, 0), "{all:?}");

    // Two cards: some of it on each, the rest on one of them. None on the host, though there is room.
    for host in [0, 1 << 24] {
        for (name, there) in residency(&team(2, bytes, host).unwrap()) {
            assert!(
                there.own > there.neighbours && there.neighbours > 0 && there.host == 0,
                "{name}: {there:?}"
            );
        }
    }
    // Without a link, what does not fit lies on the host, for both.
    simulated.links(false);
    for (name, there) in residency(&team(2, bytes, 1 << 24).unwrap()) {
        assert!(there.own > 0 && there.host > 0 && there.neighbours == 0, "{name}: {there:?}");
    }
    simulated.links(true);
    let there = residency(&team(1, bytes / 2, 1 << 24).unwrap())[0].1;
    assert!(there.own > 0 && there.host > there.own && there.neighbours == 0, "{there:?}");
}

#[test]
fn what_fits_nowhere_is_refused_with_the_reason() {
    let simulated = Simulated::with_cards(2);
    let bytes = 8 * graph().edges() + 16 * u64::from(graph().n());
    let refusal = |cards, host| {
        let refused =
            counted(&team(cards, bytes / 2, host).unwrap(), "tailed-triangle", Method::Walk).unwrap_err();
        assert!(is_refusal(&refused), "{refused:?}");
        refused.to_string()
    };
    assert!(refusal(1, 0).contains("and 0 bytes on the host"), "{}", refusal(1, 0));
    assert!(refusal(1, 5000).contains("and 4.9 KiB on the host"), "{}", refusal(1, 5000));
    simulated.host_bytes(0);
    assert!(
        refusal(1, 1 << 24).contains("cuda:0 (Simulated card) cannot read the host's"),
        "{}",
        refusal(1, 1 << 24)
    );
    simulated.links(false);
    let unlinked = refusal(2, 0);
    assert!(unlinked.contains("cuda:0") && unlinked.contains("has no link to cuda:1"), "{unlinked}");
}

/// The faults of every so many calls: each in three ways, or, where not all are tried, in one of them after the other.
fn faults(calls: u64, next: usize) -> impl Iterator<Item = Fault> {
    let in_ways = if step() == 1 { 3 } else { 1 };
    (1..=calls).step_by(next).enumerate().flat_map(move |(tried, call)| {
        let ways = [(false, false), (false, true), (true, false)];
        let fault = move |(for_good, out_of_memory)| Fault { call, for_good, out_of_memory };
        ways.into_iter().cycle().skip(tried % 3).take(in_ways).map(fault)
    })
}

/// Any call may fail, with a graph on two cards and the host: the answer is right, or an error says what failed, and
/// nothing is left behind.
#[test]
fn any_call_may_fail() {
    if !in_own_process() {
        return;
    }
    let simulated = Simulated::with_cards(2);
    let bytes = (8 * graph().edges() + 16 * u64::from(graph().n())) / 2;
    for (job, next, bytes) in
        [(JOBS[0], 7, bytes), (JOBS[3], 11, bytes), (WALK, 7, bytes), (TABLE, 31, 96 << 10)]
    {
        let answer = expected(job);
        let run = || team(2, bytes, 1 << 24).map_err(MineError::from).and_then(|team| job.1(&team));
        simulated.restart(None);
        assert_eq!(run().unwrap(), answer);
        answers_or_says_what_failed(&simulated, job, next, run);
    }
}

/// Runs a job, which has just run without one, with each of the [`faults`]: the answer is right, or an error says what
/// failed, and nothing is left behind.
fn answers_or_says_what_failed(
    simulated: &Simulated,
    job: SpreadJob,
    next: usize,
    run: impl Fn() -> Result<String, MineError>,
) {
    let (answer, calls) = (expected(job), simulated.calls());
    for fault in faults(calls, next) {
        simulated.restart(Some(fault));
        let result = run();
        let failed = simulated.failed().unwrap_or_default();
        simulated.restart(None);
        let what = format!("{}: {failed}, call {} of {calls} ({})", job.0, fault.call, fault.how());
        match result {
            Ok(found) => assert_eq!(found, answer, "{what}"),
            Err(error) => {
                assert!(is_refusal(&error) || crate::names_the_call(&error), "{what}: {error:?}");
            }
        }
        if simulated.live() > 0 {
            assert!(fault.for_good, "{what}: {} things are left", simulated.live());
            simulated.wipe();
        }
        simulated.abandoned();
    }
}

/// Patterns that are counted without a plan, by what lies at the edges: each by other tables and sums.
const BY_TABLES: [&str; 8] =
    ["4-cycle", "diamond", "tailed-triangle", "house", "banner", "butterfly", "gem", "5-path"];

/// With a half to an eighth of what the graph's lists take, and the host's memory, patterns are counted by their own
/// methods, not by the walk.
#[test]
fn tables_are_spread_along_with_the_graph() {
    let _simulated = Simulated::with_cards(2);
    // Large enough for many pages, and dense enough that an eighth of its lists is more than what a job needs for its
    // vertices.
    let graph = generate::rmat(9, 24, 3).unwrap();
    let bytes = 8 * graph.edges() + 16 * u64::from(graph.n());
    for name in BY_TABLES {
        let (pattern, options) = (pattern(name), CountOptions::default());
        let expected = count(&graph, &pattern, &Device::cpu(None), &options.clone().method(Method::Walk));
        for share in [2, 4, 8] {
            let what = format!("{name} within 1/{share} of {bytes} bytes");
            let placed = Placed::new(&graph, team(1, bytes / share, 1 << 24).unwrap());
            let found = placed.count(&pattern, &options).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(found.count, expected.as_ref().unwrap().count, "{what}");
            assert!(matches!(found.strategy, Strategy::Direct(_)), "{what}: by {}", found.strategy);
            assert!(placed.team().first().spread_most().host > 0, "{what}");
        }
    }
}

/// 4-cycles need little besides the lists: no fourth of the budget stays free.
#[test]
fn four_cycles_leave_no_memory_unused() {
    let _simulated = Simulated::with_cards(1);
    let graph = generate::rmat(9, 24, 3).unwrap();
    let bytes = 8 * graph.edges() + 16 * u64::from(graph.n());
    for share in [1, 2, 4] {
        let placed = Placed::new(&graph, team(1, bytes / share, 1 << 24).unwrap());
        placed.count(&pattern("4-cycle"), &CountOptions::default()).unwrap();
        let spread = placed.team().first().spread_most();
        assert!(spread.own > bytes / share * 3 / 4, "1/{share} of {bytes} bytes: {spread:?}");
        // Each edge once in the oriented lists, and twice in the whole ones.
        assert!(spread.total() > bytes + 4 * graph.edges(), "1/{share} of {bytes} bytes: {spread:?}");
    }
}

/// Without the host's memory, what one card has no room for lies on the other: it can be added to over the link, and by
/// one card alone.
#[test]
fn tables_lie_on_another_card_that_can_be_added_to() {
    let _simulated = Simulated::with_cards(2);
    let graph = generate::rmat(9, 24, 3).unwrap();
    let bytes = 8 * graph.edges() + 16 * u64::from(graph.n());
    for (name, times) in [("4-cycle", 1), ("diamond", 1), ("house", 2)] {
        let (pattern, options) = (pattern(name), CountOptions::default());
        let expected = count(&graph, &pattern, &Device::cpu(None), &options).unwrap().count;
        let team = team(2, times * bytes, 0).unwrap();
        let found = count(&graph, &pattern, &team, &options).unwrap();
        assert_eq!((found.count, found.strategy.walks()), (expected, false), "{name}");
        let spread = team.first().spread_most();
        assert!(spread.neighbours > 0 && spread.host == 0, "{name}: {spread:?}");
    }
}

/// A refusal says what the best method lacked, and not only what the walk did.
#[test]
fn what_fits_neither_way_says_both() {
    let _simulated = Simulated::with_cards(1);
    for name in ["4-cycle", "diamond"] {
        let refused = counted(&team(1, 6000, 0).unwrap(), name, Method::Best).unwrap_err();
        let MineError::NeitherFits { best, walk } = &refused else { panic!("{name}: {refused:?}") };
        let text = refused.to_string();
        assert!(text.starts_with(&best.to_string()) && text.ends_with(&walk.to_string()), "{text}");
        assert!(best.is_lack_of_memory() && walk.is_lack_of_memory(), "{text}");
        assert!(best.to_string() != walk.to_string(), "{text}");
    }
}

/// From more than a job needs down to nothing: how many budgets gave the answer with lists in tiles, and with all of
/// them in place.
fn sweep_of_lists(simulated: &Simulated, job: SpreadJob, lists: ListAccess, host: u64) -> (u32, u32) {
    let answer = expected(job);
    let (mut bytes, mut in_tiles, mut in_place) = (2 << 20, 0, 0);
    while bytes > 1 << 10 {
        let team = team(1, bytes, host).unwrap().with_lists(lists);
        let what = format!("{}, {lists:?}, {bytes} bytes, {host} of the host's", job.0);
        match job.1(&team) {
            Ok(found) => {
                assert_eq!(found, answer, "{what}");
                let (travelled, lay) = (team.first().travelled(), team.first().spread_most());
                assert!(travelled.bytes == 0 || lay.host > 0, "{what}: {travelled:?}, {lay:?}");
                // Cliques leave out roots with short lists, and hubs have rows.
                let least = if job.0.ends_with("cliques") { 1 } else { travelled.of_bytes };
                assert!(travelled.bytes == 0 || travelled.bytes >= least, "{what}: {travelled:?}");
                in_tiles += u32::from(travelled.bytes > 0);
                in_place += u32::from(travelled.bytes == 0 && lay.host > 0);
            }
            Err(error) => assert!(is_refusal(&error), "{what}: {error:?}"),
        }
        assert!(team.first().budget().peak() <= bytes, "{what}");
        assert!(team.host_memory().unwrap().peak() <= host, "{what}");
        drop(team);
        assert_eq!((simulated.live(), simulated.abandoned()), (0, 0), "{what}");
        bytes = less(bytes);
    }
    (in_tiles, in_place)
}

/// So many budgets, of which [`less`] may leave a seventh.
fn of_budgets(all: u32) -> u32 {
    if step() == 1 { all } else { all / 7 }
}

#[test]
fn triangles_of_lists_that_travel_are_those_of_lists_in_place() {
    if !in_own_process() {
        return;
    }
    let simulated = Simulated::with_cards(1);
    let diamonds: SpreadJob = ("diamonds", |team| counted(team, "diamond", Method::Best));
    // And so much of the host's memory that there is too little for all lists and counts.
    for (job, too_little) in [(JOBS[0], 24 << 10), (diamonds, 36 << 10)] {
        let what = job.0;
        let sweep = |lists, host| sweep_of_lists(&simulated, job, lists, host);
        let (in_tiles, in_place) = sweep(ListAccess::Tiles, 1 << 24);
        assert!(
            in_tiles > of_budgets(15) && in_tiles > in_place,
            "{what}: {in_tiles} budgets in tiles, {in_place} in place"
        );
        let (in_tiles, in_place) = sweep(ListAccess::InPlace, 1 << 24);
        assert!(
            in_tiles == 0 && in_place > of_budgets(15),
            "{what}: {in_tiles} budgets in tiles, {in_place} in place"
        );
        let (in_tiles, _) = sweep(ListAccess::Auto, 1 << 24);
        assert_eq!(in_tiles, 0, "{what}: for so small a graph, launches cost more than the bus");
        // Some must lie on the card beside the tiles.
        let (in_tiles, _) = sweep(ListAccess::Tiles, too_little);
        assert!(
            in_tiles > of_budgets(1),
            "{what}: {in_tiles} budgets in tiles, with some of the lists on the card"
        );
    }
}

#[test]
fn cliques_of_lists_that_travel_are_those_of_lists_in_place() {
    if !in_own_process() {
        return;
    }
    let simulated = Simulated::with_cards(1);
    let of_five: SpreadJob = ("5-cliques", |team| counted(team, "5-clique", Method::Best));
    let of_six: SpreadJob = ("6-cliques", |team| counted(team, "6-clique", Method::Best));
    for job in [JOBS[1], of_five, of_six] {
        let what = job.0;
        let sweep = |lists, host| sweep_of_lists(&simulated, job, lists, host);
        let (in_tiles, in_place) = sweep(ListAccess::Tiles, 1 << 24);
        assert!(in_tiles > of_budgets(10), "{what}: {in_tiles} budgets in tiles, {in_place} in place");
        let (in_tiles, in_place) = sweep(ListAccess::InPlace, 1 << 24);
        assert!(
            in_tiles == 0 && in_place > of_budgets(10),
            "{what}: {in_tiles} budgets in tiles, {in_place} in place"
        );
        let (in_tiles, _) = sweep(ListAccess::Auto, 1 << 24);
        assert_eq!(in_tiles, 0, "{what}: for so small a graph, launches cost more than the bus");
        // Some must lie on the card beside the tiles.
        let (in_tiles, _) = sweep(ListAccess::Tiles, 24 << 10);
        assert!(
            in_tiles > of_budgets(1),
            "{what}: {in_tiles} budgets in tiles, with some of the lists on the card"
        );
    }
}

/// The less memory, the more waves of roots, for each of which lists travel: more than all of them, and more often.
#[test]
fn cliques_bring_lists_once_for_each_wave_of_roots() {
    let _simulated = Simulated::with_cards(1);
    // So many vertices that most have no row of a hub.
    let graph = generate::rmat(11, 6, 3).unwrap();
    let expected = count(&graph, &pattern("4-clique"), &Device::cpu(None), &CountOptions::default());
    let expected = expected.unwrap().count;
    let travelled = |bytes| {
        let team = team(1, bytes, 1 << 24).unwrap().with_lists(ListAccess::Tiles);
        let found = count(&graph, &pattern("4-clique"), &team, &CountOptions::default()).unwrap();
        assert_eq!(found.count, expected, "{bytes} bytes");
        assert!(team.first().budget().peak() <= bytes);
        team.first().travelled()
    };
    let lists = 4 * graph.edges();
    let [half, quarter, eighth] = [2, 4, 8].map(|share| travelled(lists / share));
    assert!(
        half.bytes > 0 && quarter.bytes > half.bytes && eighth.bytes > quarter.bytes,
        "{half:?} {quarter:?} {eighth:?}"
    );
    assert!(eighth.bytes > 2 * eighth.of_bytes, "{eighth:?}");
}

#[test]
fn any_call_may_fail_where_lists_travel() {
    if !in_own_process() {
        return;
    }
    let simulated = Simulated::with_cards(1);
    let bytes = 24 << 10;
    let diamonds: SpreadJob = ("diamonds", |team| counted(team, "diamond", Method::Best));
    for (job, next) in [(JOBS[0], 29), (JOBS[1], 29), (diamonds, 61)] {
        let answer = expected(job);
        let run = || {
            let team = team(1, bytes, 1 << 24)?.with_lists(ListAccess::Tiles);
            Ok::<_, MineError>((job.1(&team)?, team.first().travelled().bytes))
        };
        simulated.restart(None);
        let (found, travelled) = run().unwrap();
        assert!(found == answer && travelled > 0, "{}: {found}", job.0);
        answers_or_says_what_failed(&simulated, job, next, || Ok(run()?.0));
    }
}

/// What travels is known beforehand, about: the room that tiles will have is guessed.
#[test]
fn what_cliques_bring_in_tiles_is_known_beforehand() {
    let _simulated = Simulated::with_cards(1);
    for (k, name) in [(3, "triangle"), (4, "4-clique"), (6, "6-clique")] {
        let planned = |lists, bytes| {
            let team = team(1, bytes, 1 << 24).unwrap().with_lists(lists);
            let placed = Placed::new(&graph(), &team);
            let planned = placed.plan_travel(k);
            placed.count(&pattern(name), &CountOptions::default()).unwrap();
            (planned, team.first().travelled())
        };
        let (some, travelled) = planned(ListAccess::Tiles, 24 << 10);
        let some = some.expect("what would travel");
        assert_eq!(some.of_bytes, travelled.of_bytes, "{name}");
        let near = some.bytes / 2 < travelled.bytes && travelled.bytes < 2 * some.bytes;
        assert!(near, "{name}: {some:?}, {travelled:?}");
        assert_eq!(planned(ListAccess::InPlace, 24 << 10).0, None, "{name}");
        assert_eq!(planned(ListAccess::Tiles, 2 << 20).0, None, "{name}: all of it fits");
    }
}

/// What comes after tiles reads lists in place: they are laid out anew for it.
#[test]
fn a_job_after_tiles_has_its_lists_on_the_card_again() {
    let _simulated = Simulated::with_cards(1);
    let in_place = |lists: &[&str]| {
        let team = team(1, 24 << 10, 1 << 24).unwrap().with_lists(ListAccess::Tiles);
        let placed = Placed::new(&graph(), &team);
        let options = CountOptions::default();
        for name in lists {
            placed.count(&pattern(name), &options).unwrap();
        }
        placed.residency()
    };
    let after = in_place(&["triangle", "4-clique", "4-cycle"]);
    assert_eq!(after, in_place(&["4-cycle"]));
    assert!(after[0].1.own > 0 && after[0].1.host > 0, "{after:?}");
    assert_eq!(in_place(&["triangle"])[0].1, Residency::default());
    assert_eq!(in_place(&["4-clique"])[0].1, Residency::default());
}
