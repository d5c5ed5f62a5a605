//! Homomorphisms of the quotients of a decomposition, in all or at each vertex or edge, from tables that the first
//! device makes, one after the other; those that take long with all others of its team.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `made` | the tables that are made: products of them, and what these add up to |
//! | `making` | how they are made, one after the other |
//! | `chunks` | how many vertices and edges are drawn at a time |
//! | `launches` | a table over neighbours or triangles each: the launch of its kernel |
//! | `closed_walks` | a table of closed walks: the launch of its kernel |
//! | `rows` | a table of what the rows of roots come to: what it reads, and the launch of its kernel |
//! | `edge_rows` | what the rows of all edges come to, by all devices of a team |
//! | `dealt` | tables of rows that take long, by all devices of a team |
//! | `rooms` | the arrays that tables, and what is made on the way to them, are written to |
//! | `combined` | sums of products of tables, as batches of terms, and the matches that follow from them |
//! | `maps` | [`MapsAt`]: these sums at each vertex, or at each edge |

mod chunks;
mod closed_walks;
mod combined;
mod dealt;
mod edge_rows;
mod launches;
mod made;
mod making;
mod maps;
mod rooms;
mod rows;

use super::session::Session;
use crate::MineError;
use crate::attributed::Indicators;
use crate::place::Together;
use crate::plan::decomposition::tables::{ProductSum, Tables, VertexProduct};
use crate::plan::decomposition::{Decomposition, RootedDecomposition, Way};
use crate::strategy::Direct;
use made::Made;
use making::Colors;

pub(crate) use maps::{Mapped, MapsAt, MapsOnDevice};

impl Session<'_> {
    /// The homomorphisms of each term that are counted without a walk, modulo 2^128; `None` for those that are left to
    /// it. All vertices with a neighbour must be there: a homomorphism may fold the pattern.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, the count of a subgraph passes 128 bits, or the job is to
    /// stop.
    pub(crate) fn homomorphisms(
        &mut self,
        decomposition: &Decomposition,
        indicators: &Indicators<'_>,
    ) -> Result<Vec<Option<u128>>, MineError> {
        let mut found = vec![None; decomposition.terms.len()];
        // First, as tables take what room there is.
        for (found, term) in found.iter_mut().zip(&decomposition.terms) {
            if let Way::Subgraphs(parts) = &term.way {
                let mut sum = 0u128;
                for (graph, times) in parts {
                    let way = Direct::of(&graph.pattern())
                        .expect("all of up to five vertices, and cliques, have one");
                    sum = sum.wrapping_add(self.count(way)?.wrapping_mul(u128::from(*times)));
                }
                *found = Some(sum);
            }
        }
        self.make_room_for(&decomposition.tables)?;
        let made = Made::all(self, &decomposition.tables, Colors::Labels(indicators))?;
        for (found, term) in found.iter_mut().zip(&decomposition.terms) {
            if let Way::EdgeRows(rows) = &term.way {
                *found = Some(edge_rows::total(&made, rows)?);
            }
        }
        let by_tables: Vec<(&mut Option<u128>, &ProductSum)> = found
            .iter_mut()
            .zip(&decomposition.terms)
            .filter_map(|(found, term)| match &term.way {
                Way::Tables(sum) => Some((found, sum)),
                _ => None,
            })
            .collect();
        let products: Vec<&VertexProduct> =
            by_tables.iter().flat_map(|(_, sum)| sum.iter().map(|(product, _)| product)).collect();
        let mut totals = made.totals(&products)?.into_iter();
        for (found, sum) in by_tables {
            let times = sum.iter().map(|&(_, times)| u128::from(times));
            let product = |(times, total): (u128, u128)| total.wrapping_mul(times);
            *found = Some(times.zip(totals.by_ref()).map(product).fold(0, u128::wrapping_add));
        }
        Ok(found)
    }

    /// For each role of a decomposition, and each place of the form, the injective maps that take the role's root
    /// there, that of an edge one way around or the other: modulo 2^64 if `narrow`, for maps that are known to be below
    /// that, and else modulo 2^128. All vertices with a neighbour must be there. Where inner vertices are asked for,
    /// `inner` has the greatest colour of each vertex of the graph. `form` tells the places' numbers.
    ///
    /// # Errors
    /// When the whole graph, the tables or the sums at the places of one vertex do not fit in the memory, the device
    /// fails, or the job is to stop.
    pub(crate) fn maps_at<A: Mapped>(
        &mut self,
        decomposition: &RootedDecomposition<A::Product>,
        inner: &[u8],
        narrow: bool,
        form: &A::Form,
    ) -> Result<MapsAt<A>, MineError> {
        self.make_room_for(&decomposition.tables)?;
        let made = Made::all(self, &decomposition.tables, Colors::Inner(inner))?;
        MapsAt::new(&made, decomposition, narrow, form)
    }

    /// The same maps modulo 2^64, which they are known to be below, left on the device.
    ///
    /// # Errors
    /// When the whole graph, the tables or the sums at the places do not fit in the memory, the device fails, or the
    /// job is to stop.
    pub(crate) fn maps_on_device<A: Mapped>(
        &mut self,
        decomposition: &RootedDecomposition<A::Product>,
        inner: &[u8],
        form: &A::Form,
    ) -> Result<MapsOnDevice, MineError> {
        self.make_room_for(&decomposition.tables)?;
        let made = Made::all(self, &decomposition.tables, Colors::Inner(inner))?;
        MapsOnDevice::new::<A>(&made, decomposition, form)
    }

    /// Sees to it that the whole graph is on the first device, and room for tables beside it.
    fn make_room_for(&mut self, tables: &Tables) -> Result<(), MineError> {
        let (n, edges) = (u64::from(self.outline().n()), self.outline().edges() as u64);
        let work = tables.bytes(n, edges);
        self.make_room(Together { whole: true, work, ..Together::default() })?;
        self.first.get_whole(self.run.clock)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at::{Edges, Vertices};
    use crate::clock::Clock;
    use crate::direct::at_vertices::Needs;
    use crate::graph::{Csr, generate};
    use crate::memory::if_it_fits;
    use crate::modular::Modular;
    use crate::pattern::Pattern;
    use crate::plan::decomposition::tables::MapTable;
    use crate::plan::decomposition::{CORE, INNER, InnerShares, LabelStats, SmallGraph};
    use crate::plan::{Semantics, generic_stats};
    use crate::run::Run;
    use crate::runtime::{Device, MemorySize};
    use crate::{Context, CountOptions, Method, Placed};

    /// What `job` does on a device that has the graph.
    fn on<T>(
        device: Device,
        graph: &Csr,
        job: impl FnOnce(&mut Session<'_>) -> Result<T, MineError>,
    ) -> Result<T, MineError> {
        let (known, clock) = (Placed::new(graph, &device).known(1), Clock::default());
        let run = Run { context: &Context::default(), clock: &clock };
        job(&mut Session::new(&known, run)?)
    }

    /// The closed walks of so many edges: the trace of a power of the adjacency matrix.
    fn closed_walks(graph: &Csr, edges: usize) -> u128 {
        let walks_from = |root: u32| {
            let mut ends = vec![0u128; graph.n() as usize];
            ends[root as usize] = 1;
            for _ in 0..edges {
                let at = |v: u32| graph.neighbors(v).iter().map(|&u| ends[u as usize]).sum();
                ends = (0..graph.n()).map(at).collect();
            }
            ends[root as usize]
        };
        (0..graph.n()).map(walks_from).sum()
    }

    #[test]
    fn cycles_by_their_first_vertices_are_closed_walks() {
        let graph = generate::barabasi_albert(90, 3, 5).unwrap();
        for edges in 4..=6 {
            let cycle = Pattern::parse(&format!("{edges}-cycle")).unwrap();
            let (semantics, labels) = (Semantics::Homomorphisms, LabelStats::assumed());
            let all = Decomposition::of(&[&cycle], semantics.into(), &generic_stats(), &labels).unwrap();
            let is_later = |table: &MapTable| matches!(table, MapTable::Rooted(rooted) if rooted.later);
            assert!(all.tables.all().iter().any(is_later));
            let placed = Placed::new(&graph, &Device::cpu(None));
            let indicators = Indicators::new(placed.target(), &all.palette).unwrap();
            let found = on(Device::cpu(None), &graph, |session| session.homomorphisms(&all, &indicators));
            assert_eq!(found.unwrap(), [Some(closed_walks(&graph, edges))], "{edges}");
        }
    }

    /// The homomorphisms of a pattern by the rows of edges, on a device.
    fn by_edge_rows(pattern: &Pattern, graph: &Csr, device: Device) -> Result<Option<u128>, MineError> {
        let (semantics, labels) = (Semantics::Homomorphisms, LabelStats::assumed());
        let all = Decomposition::of(&[pattern], semantics.into(), &generic_stats(), &labels).unwrap();
        assert!(matches!(all.terms[0].way, Way::EdgeRows(_)), "{pattern}");
        let placed = Placed::new(graph, &Device::cpu(None));
        let indicators = Indicators::new(placed.target(), &all.palette).unwrap();
        Ok(on(device, graph, |session| session.homomorphisms(&all, &indicators))?[0])
    }

    #[test]
    fn rows_of_edges_come_to_what_is_walked() {
        // With a row near no end; with two trees; with what hangs on an end, and on a vertex in a row.
        let texts = [
            "a-d, a-e, a-f, b-c, b-f, c-d, c-e, d-e",
            "a-b, a-d, a-e, a-f, b-c, b-e, b-f, c-d, c-f, d-e",
            "a-b, a-d, a-e, a-f, b-d, b-e, b-f, c-d, c-e",
            "a-d, a-e, a-f, b-c, b-d, b-e, c-d, c-e",
            "a-b, a-f, b-c, b-d, b-e, c-d, c-e, d-e",
        ];
        let graphs = [generate::gnm(6, 500, 5).unwrap(), generate::barabasi_albert(80, 5, 3).unwrap()];
        let walked = CountOptions::default().matching(Semantics::Homomorphisms).method(Method::Walk);
        for (graph, text) in graphs.iter().flat_map(|graph| texts.map(|text| (graph, text))) {
            let pattern = Pattern::parse(text).unwrap();
            let expected = Placed::new(graph, &Device::cpu(None)).count(&pattern, &walked).unwrap().count;
            assert_eq!(by_edge_rows(&pattern, graph, Device::cpu(None)).unwrap(), Some(expected), "{text}");
        }
        // With less and less memory they are right or refused.
        let (pattern, [mut right, mut refused], mut bytes) =
            (Pattern::parse(texts[4]).unwrap(), [0; 2], 1 << 18);
        let expected = by_edge_rows(&pattern, &graphs[1], Device::cpu(None)).unwrap();
        while bytes > 1 << 12 {
            let found = by_edge_rows(&pattern, &graphs[1], Device::cpu(Some(MemorySize(bytes))));
            match if_it_fits(found).unwrap() {
                Ok(found) => (assert_eq!(found, expected, "{bytes} bytes"), right += 1).1,
                Err(_) => refused += 1,
            }
            bytes -= bytes / 24;
        }
        assert!(right > 3 && refused > 3, "{right} were right, {refused} refused");
    }

    /// The matches of all roles at all of these places of a form.
    fn matches<A: Mapped, N: Modular>(
        maps: &MapsAt<A>,
        sums: &A::Sums,
        graph: &Csr,
        places: &[A::Place],
        roles: usize,
    ) -> Vec<u128> {
        let mut degrees: Vec<u32> = (0..graph.n()).map(|v| graph.degree(v)).collect();
        degrees.sort_unstable_by(|a, b| b.cmp(a));
        let at = |&place: &A::Place| {
            let pieces = A::pieces(sums, place, A::each(place, |v| degrees[v as usize]));
            let number = A::number(A::form_of(sums), place);
            let matches = |role| maps.matches::<N>(number, role, &pieces).count().unwrap();
            (0..roles).map(matches).collect::<Vec<u128>>()
        };
        places.iter().flat_map(at).collect()
    }

    /// Checks that maps are right or refused with less and less memory, in one word or two: all tables after another,
    /// one by one, and the sums at fewer places at a time.
    fn check_rooms<A: Mapped>(places: impl Fn(&A::Sums) -> Vec<A::Place>) {
        let graph = generate::barabasi_albert(90, 3, 5).unwrap();
        let roles: Vec<SmallGraph> =
            TEXTS.into_iter().flat_map(|text| A::roles(&Pattern::parse(text).unwrap())).collect();
        let decomposition = A::decompose(&roles, &generic_stats(), None).unwrap();
        let sums = on(Device::cpu(None), &graph, |session| A::sums(session, NEEDS)).unwrap();
        let places = places(&sums);
        let maps = |device, narrow| {
            let form = A::form_of(&sums);
            on(device, &graph, |session| session.maps_at::<A>(&decomposition, &[], narrow, form))
        };
        let all = maps(Device::cpu(None), false).unwrap();
        let expected = matches::<A, i128>(&all, &sums, &graph, &places, roles.len());
        assert!(!all.is_narrow() && expected.iter().any(|&count| count > 0));
        let (mut bytes, mut right, mut refused) = (1 << 20, 0, 0);
        while bytes > 1 << 12 {
            for narrow in [false, true] {
                match if_it_fits(maps(Device::cpu(Some(MemorySize(bytes))), narrow)).unwrap() {
                    Ok(maps) => {
                        right += 1;
                        assert_eq!(maps.is_narrow(), narrow);
                        let found = matches::<A, u64>(&maps, &sums, &graph, &places, roles.len());
                        assert!(found == expected, "{bytes} bytes, narrow: {narrow}");
                    }
                    Err(_) => refused += 1,
                }
            }
            bytes -= bytes / 24;
        }
        assert!(right > 20 && refused > 20, "{right} were right, {refused} refused");
    }

    const TEXTS: [&str; 5] =
        ["6-cycle", "a-b-c-d-e-f, b-f", "a-b-c-a, c-d-e-c", "a-b-c-d, b-e", "a-b-c-a, b-d-c, d-e"];
    const NEEDS: Needs = Needs { triangles: true, cycles: true, cliques: true };

    #[test]
    fn maps_are_the_same_whatever_the_room() {
        check_rooms::<Vertices>(|_| (0..90).collect());
        check_rooms::<Edges>(|sums| sums.edges().ends().collect());
    }

    /// Hubs of leaves, paths, and what is dense: by vertex its greatest colour.
    fn with_inner_vertices() -> (Csr, Vec<u8>) {
        let dense = generate::barabasi_albert(40, 3, 5).unwrap();
        let mut edges: Vec<(u32, u32)> =
            (0..dense.n()).flat_map(|u| dense.neighbors(u).iter().map(move |&v| (u, v))).collect();
        let leaves = (dense.n()..120).map(|leaf| (leaf % 3, leaf));
        edges.extend(leaves);
        edges.extend([(7, 120), (120, 121), (121, 122), (120, 123)]);
        let color = |v: u32| match v {
            0..40 => CORE,
            120 | 121 => INNER,
            _ => 0,
        };
        (Csr::from_edges(124, &edges), (0..124).map(color).collect())
    }

    /// Of tables from which the rows of most roots are left out.
    fn check_inner<A: Mapped>(places: impl Fn(&A::Sums) -> Vec<A::Place>) {
        let (graph, inner) = with_inner_vertices();
        for text in TEXTS.into_iter().chain(["4-cycle", "5-cycle", "7-path"]) {
            let roles = A::roles(&Pattern::parse(text).unwrap());
            let found = |asked, inner: &[u8]| {
                let all = A::decompose(&roles, &generic_stats(), asked).unwrap();
                let found = on(Device::cpu(None), &graph, |session| {
                    let sums = A::sums(session, NEEDS)?;
                    let maps = session.maps_at::<A>(&all, inner, false, A::form_of(&sums))?;
                    Ok(matches::<A, i128>(&maps, &sums, &graph, &places(&sums), roles.len()))
                });
                found.unwrap()
            };
            assert_eq!(found(Some(InnerShares([0.2, 0.1])), &inner), found(None, &[]), "{text}");
        }
    }

    #[test]
    fn maps_are_the_same_from_inner_vertices() {
        check_inner::<Vertices>(|_| (0..124).collect());
        check_inner::<Edges>(|sums| sums.edges().ends().collect());
    }
}
