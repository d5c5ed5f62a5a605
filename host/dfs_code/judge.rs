//! Which extensions of a minimum DFS code are minimum again.
//!
//! gSpan asks of each candidate `P + e` whether its code is the minimum of its graph, by growing the minimum code
//! beside it (Yan and Han 2002, section 4). Here all candidates of one pattern `P` are judged in one search. It
//! walks, depth-first, the partial isomorphisms of `P` into itself under which the code so far is the same: its
//! *ties*. As `P` is minimum, an edge of `P` never beats the code at a tie; only the edge `e` can. So at each tie it
//! is enough to look at the extensions of the vertices that are next to be grown from:
//! - an extension that would come before the code's next edge is [`Verdict::Dead`]: the smaller start stays when
//!   more edges are added, so no pattern that grows from `P` may ever have it;
//! - one that would equal the code's next edge is followed further, alone, in `P + e`;
//! - at a complete tie, an automorphism of `P`, an extension whose image comes first is [`Verdict::Doubled`]: the
//!   candidate is the same graph as another candidate of `P`, but the edge may still come later.

use super::{Kinds, Step};

/// What is known of an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The code with the extension is minimum.
    Minimum,
    /// It is not, but a code that has the extension after others may be.
    Doubled,
    /// No code that starts with this one and has the extension anywhere is minimum.
    Dead,
}

const NONE: u32 = u32::MAX;

/// One end of a pattern's edge, in the list of the other.
#[derive(Clone, Copy, Debug)]
struct Arc {
    /// The vertex that it leads to. The new vertex of forward extension `x` is `vertices + x`.
    to: u32,
    kind: u32,
    /// The edge: its place in the code, or for extension `x` the length of the code and `x`.
    edge: u32,
}

/// A tie: the code's first edges are matched, and one after another the arcs that equal the next are tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The extension that is part of the graph, or `NONE`.
    active: u32,
    /// What was matched to get here, to be undone: an edge, and, if it was forward, the vertex that it discovered.
    edge: u32,
    to: u32,
    forward: bool,
    /// What of the arcs at the vertex to be grown from has been tried.
    cursor: u32,
    /// Whether a leaf without extensions has been tried: all those are alike.
    leaf_tried: bool,
}

/// Judges extensions; keeps its memory from call to call.
#[derive(Debug, Default)]
pub struct Judge {
    /// Per pattern vertex, where its arcs start; the extensions' arcs are listed apart.
    starts: Vec<u32>,
    arcs: Vec<Arc>,
    /// The extensions at each vertex, by vertex: where they start, and their arcs from it.
    extension_starts: Vec<u32>,
    extension_arcs: Vec<Arc>,
    /// The parent in the DFS tree, of each vertex.
    parents: Vec<u32>,
    /// For each length of the code, the vertex discovered last.
    last: Vec<u32>,
    /// The image of each vertex of the code, and the other way round.
    image: Vec<u32>,
    place: Vec<u32>,
    used: Vec<bool>,
    frames: Vec<Frame>,
}

impl Judge {
    /// Judges `extensions`, each by itself, of the minimum code `code`.
    ///
    /// Each extension is a valid rightmost extension, and no kind of its edge precedes that of the code's start.
    pub fn judge(&mut self, kinds: &Kinds, code: &[Step], extensions: &[Step], verdicts: &mut Vec<Verdict>) {
        verdicts.clear();
        verdicts.resize(extensions.len(), Verdict::Minimum);
        if !extensions.is_empty() {
            self.prepare(kinds, code, extensions);
            Search { judge: self, kinds, code, extensions, verdicts }.run();
        }
    }

    fn prepare(&mut self, kinds: &Kinds, code: &[Step], extensions: &[Step]) {
        let vertices = code.iter().filter(|step| step.is_forward()).count() + 1;
        let length = code.len() as u32;
        let with_new = vertices + extensions.len();
        let both = |step: &Step, edge: u32, to: u32| {
            let there = (step.from, Arc { to, kind: step.kind, edge });
            [there, (to, Arc { to: step.from, kind: kinds.reverse(step.kind), edge })]
        };
        list(
            code.iter().zip(0..).flat_map(|(step, edge)| both(step, edge, step.to)),
            vertices,
            &mut self.starts,
            &mut self.arcs,
        );
        let new_vertex = |x: u32, step: &Step| if step.is_forward() { vertices as u32 + x } else { step.to };
        let ends =
            extensions.iter().zip(0..).flat_map(|(step, x)| both(step, length + x, new_vertex(x, step)));
        list(ends, with_new, &mut self.extension_starts, &mut self.extension_arcs);

        self.parents.clear();
        self.parents.push(NONE);
        self.last.clear();
        self.last.push(0);
        for step in code {
            if step.is_forward() {
                self.parents.push(step.from);
            }
            self.last.push(self.parents.len() as u32 - 1);
        }
        fill(&mut self.image, vertices + 1, NONE);
        fill(&mut self.place, with_new, NONE);
        self.used.clear();
        self.used.resize(code.len() + extensions.len(), false);
        self.frames.clear();
    }

    #[inline]
    fn arcs(&self, vertex: u32) -> &[Arc] {
        if vertex as usize + 1 >= self.starts.len() {
            return &[];
        }
        &self.arcs[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    #[inline]
    fn extension_arcs(&self, vertex: u32) -> &[Arc] {
        let start = self.extension_starts[vertex as usize];
        let end = self.extension_starts[vertex as usize + 1];
        &self.extension_arcs[start as usize..end as usize]
    }
}

/// The arcs of each vertex, as starts and one list.
fn list(
    arcs: impl Iterator<Item = (u32, Arc)> + Clone,
    vertices: usize,
    starts: &mut Vec<u32>,
    out: &mut Vec<Arc>,
) {
    fill(starts, vertices + 1, 0);
    let mut count = 0;
    for (vertex, _) in arcs.clone() {
        starts[vertex as usize] += 1;
        count += 1;
    }
    let mut sum = 0;
    for start in starts.iter_mut() {
        sum += std::mem::replace(start, sum);
    }
    out.clear();
    out.resize(count, Arc { to: 0, kind: 0, edge: 0 });
    for (vertex, arc) in arcs {
        let start = &mut starts[vertex as usize];
        out[*start as usize] = arc;
        *start += 1;
    }
    // Each start has moved to the end of its list, which is the start of the next.
    starts.copy_within(0..vertices, 1);
    starts[0] = 0;
}

fn fill(list: &mut Vec<u32>, length: usize, value: u32) {
    list.clear();
    list.resize(length, value);
}

struct Search<'s> {
    judge: &'s mut Judge,
    kinds: &'s Kinds,
    code: &'s [Step],
    extensions: &'s [Step],
    verdicts: &'s mut [Verdict],
}

impl Search<'_> {
    fn run(&mut self) {
        let kind = self.code[0].kind;
        for (edge, step) in (0..).zip(self.code) {
            let (step, reverse) = (*step, self.kinds.reverse(step.kind));
            if step.kind == kind {
                self.start(NONE, step.from, Arc { to: step.to, kind, edge });
            }
            if reverse == kind {
                self.start(NONE, step.to, Arc { to: step.from, kind, edge });
            }
        }
        for (x, step) in (0..).zip(self.extensions) {
            let vertices = self.judge.parents.len() as u32;
            let to = if step.is_forward() { vertices + x } else { step.to };
            let (from, forth, edge) = (step.from, step.kind, self.code.len() as u32 + x);
            if forth == kind && self.alive(x) {
                self.start(x, from, Arc { to, kind, edge });
            }
            if self.kinds.reverse(forth) == kind && self.alive(x) {
                self.start(x, to, Arc { to: from, kind, edge });
            }
        }
    }

    #[inline]
    fn alive(&self, x: u32) -> bool {
        self.verdicts[x as usize] != Verdict::Dead
    }

    /// Walks all ties that start with `arc` from `from`.
    fn start(&mut self, active: u32, from: u32, arc: Arc) {
        self.judge.image[0] = from;
        self.judge.place[from as usize] = 0;
        self.push(active, arc, true);
        while let Some(frame) = self.judge.frames.last().copied() {
            let dead = frame.active != NONE && !self.alive(frame.active);
            if dead || !self.advance(frame) {
                self.pop();
            }
        }
        self.judge.place[from as usize] = NONE;
    }

    /// The number of matched edges.
    #[inline]
    fn matched(&self) -> usize {
        self.judge.frames.len()
    }

    fn push(&mut self, active: u32, arc: Arc, forward: bool) {
        let judge = &mut *self.judge;
        judge.used[arc.edge as usize] = true;
        if forward {
            // The vertex that the code discovers by this edge.
            let vertex = match judge.last.get(judge.frames.len() + 1) {
                Some(last) => *last,
                None => judge.parents.len() as u32,
            };
            judge.image[vertex as usize] = arc.to;
            judge.place[arc.to as usize] = vertex;
        }
        let frame = Frame { active, edge: arc.edge, to: arc.to, forward, cursor: 0, leaf_tried: false };
        judge.frames.push(frame);
        self.look();
    }

    fn pop(&mut self) {
        let judge = &mut *self.judge;
        let frame = judge.frames.pop().expect("the loop holds one");
        judge.used[frame.edge as usize] = false;
        if frame.forward {
            judge.place[frame.to as usize] = NONE;
        }
    }

    /// The code's next edge at the present tie, in `P` or in `P + e`.
    #[inline]
    fn next_step(&self, active: u32) -> Option<Step> {
        match self.code.get(self.matched()) {
            Some(step) => Some(*step),
            None if active != NONE && self.matched() == self.code.len() => {
                Some(self.extensions[active as usize])
            }
            None => None,
        }
    }

    /// Judges what can be told at the tie just reached: which edges would come before the code's next.
    fn look(&mut self) {
        let active = self.judge.frames.last().expect("just pushed").active;
        match (self.next_step(active), active) {
            (Some(step), NONE) => self.look_at_all(step),
            (Some(step), x) => {
                if self.beaten(step, x) {
                    let doubled = self.matched() == self.code.len();
                    self.verdicts[x as usize] = if doubled { Verdict::Doubled } else { Verdict::Dead };
                }
            }
            (None, NONE) => self.look_at_automorphism(),
            (None, _) => {}
        }
    }

    /// Whether at this tie of `P + e`, `e` being extension `x`, an edge comes before `step`.
    fn beaten(&self, step: Step, x: u32) -> bool {
        let judge = &*self.judge;
        let last = judge.last[self.matched().min(self.code.len())];
        let unused = |arc: &&Arc| !judge.used[arc.edge as usize];
        let arcs = |vertex: u32| {
            let edge = self.code.len() as u32 + x;
            let own = judge.arcs(vertex).iter();
            own.chain(judge.extension_arcs(vertex).iter().filter(move |arc| arc.edge == edge)).filter(unused)
        };
        let mut back = arcs(judge.image[last as usize]).filter(|arc| judge.place[arc.to as usize] != NONE);
        if !step.is_forward() {
            let rank = |arc: &Arc| (judge.place[arc.to as usize], arc.kind);
            return back.any(|arc| rank(arc) < (step.to, step.kind));
        }
        if back.next().is_some() {
            return true;
        }
        let mut vertex = last;
        while vertex != step.from {
            if arcs(judge.image[vertex as usize]).next().is_some() {
                return true;
            }
            vertex = judge.parents[vertex as usize];
        }
        arcs(judge.image[vertex as usize])
            .any(|arc| judge.place[arc.to as usize] == NONE && arc.kind < step.kind)
    }

    /// At this tie of `P`, marks all extensions that come before `step`.
    fn look_at_all(&mut self, step: Step) {
        let judge = &*self.judge;
        let length = self.code.len() as u32;
        let last = judge.last[self.matched()];
        let verdicts = &mut *self.verdicts;
        let mut kill = |arc: &Arc| verdicts[(arc.edge - length) as usize] = Verdict::Dead;
        let back = judge.extension_arcs(judge.image[last as usize]).iter();
        let back = back.filter(|arc| judge.place[arc.to as usize] != NONE);
        if !step.is_forward() {
            let rank = |arc: &Arc| (judge.place[arc.to as usize], arc.kind);
            back.filter(|arc| rank(arc) < (step.to, step.kind)).for_each(kill);
            return;
        }
        back.for_each(&mut kill);
        let mut vertex = last;
        while vertex != step.from {
            judge.extension_arcs(judge.image[vertex as usize]).iter().for_each(&mut kill);
            vertex = judge.parents[vertex as usize];
        }
        let arcs = judge.extension_arcs(judge.image[vertex as usize]).iter();
        arcs.filter(|arc| judge.place[arc.to as usize] == NONE && arc.kind < step.kind).for_each(kill);
    }

    /// At an automorphism of `P`, marks the extensions whose images come first.
    fn look_at_automorphism(&mut self) {
        let judge = &*self.judge;
        let last = judge.last[self.code.len()];
        let on_path = |vertex: u32| {
            let mut at = last;
            while at != NONE && at > vertex {
                at = judge.parents[at as usize];
            }
            at == vertex
        };
        for (step, verdict) in self.extensions.iter().zip(&mut *self.verdicts) {
            let from = judge.place[step.from as usize];
            let earlier = if step.is_forward() {
                from > step.from && on_path(from)
            } else {
                let to = judge.place[step.to as usize];
                from.max(to) == last && from.min(to) < step.to && on_path(from.min(to))
            };
            if earlier && *verdict == Verdict::Minimum {
                *verdict = Verdict::Doubled;
            }
        }
    }

    /// Matches the next arc that equals the code's next edge; false when there is none left.
    fn advance(&mut self, frame: Frame) -> bool {
        let Some(step) = self.next_step(frame.active) else { return false };
        let judge = &*self.judge;
        let from = judge.image[step.from as usize];
        let own = judge.arcs(from);
        let extensions = judge.extension_arcs(from);
        let length = self.code.len() as u32;
        let mut cursor = frame.cursor as usize;
        let mut leaf_tried = frame.leaf_tried;
        let found = loop {
            let Some(arc) = own.get(cursor).or_else(|| extensions.get(cursor - own.len())) else {
                return false;
            };
            cursor += 1;
            if arc.kind != step.kind || judge.used[arc.edge as usize] {
                continue;
            }
            let active = match arc.edge.checked_sub(length) {
                None => frame.active,
                Some(x) if frame.active == x || frame.active == NONE && self.alive(x) => x,
                Some(_) => continue,
            };
            let place = judge.place[arc.to as usize];
            if if step.is_forward() { place != NONE } else { place != step.to } {
                continue;
            }
            if step.is_forward() && active == frame.active && self.is_plain_leaf(arc.to) {
                if leaf_tried {
                    continue;
                }
                leaf_tried = true;
            }
            break (active, *arc);
        };
        let top = self.judge.frames.last_mut().expect("the caller holds one");
        (top.cursor, top.leaf_tried) = (cursor as u32, leaf_tried);
        self.push(found.0, found.1, step.is_forward());
        true
    }

    /// Whether a vertex of the pattern has one edge and no extensions.
    fn is_plain_leaf(&self, vertex: u32) -> bool {
        self.judge.arcs(vertex).len() == 1 && self.judge.extension_arcs(vertex).is_empty()
    }
}
