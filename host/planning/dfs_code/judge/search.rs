//! The walk over the ties.

use super::adjacency::PatternArc;
use super::{Judge, NONE, Verdict};
use crate::dfs_code::{Kinds, Step};

/// A tie: the code's first edges are matched, and one after another the arcs that equal the next are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The extension that is part of the graph, or `NONE`.
    pub(super) active: u32,
    /// What was matched to get here, to be undone: an edge, and, if it was forward, the vertex that it discovered.
    edge: u32,
    to: u32,
    forward: bool,
    /// What of the arcs at the vertex to be grown from has been tried.
    cursor: u32,
    /// Whether a leaf without extensions has been tried: all those are alike.
    leaf_tried: bool,
}

/// The judgement of the extensions of one code.
pub(super) struct CodeSearch<'s> {
    pub judge: &'s mut Judge,
    pub kinds: &'s Kinds,
    pub code: &'s [Step],
    pub extensions: &'s [Step],
    pub verdicts: &'s mut [Verdict],
}

impl CodeSearch<'_> {
    /// Walks all ties.
    pub fn run(&mut self) {
        let kind = self.code[0].kind;
        for (edge, step) in (0..).zip(self.code) {
            let (step, reverse) = (*step, self.kinds.reverse(step.kind));
            if step.kind == kind {
                self.start(NONE, step.from, PatternArc { to: step.to, kind, edge });
            }
            if reverse == kind {
                self.start(NONE, step.to, PatternArc { to: step.from, kind, edge });
            }
        }
        for (x, step) in (0..).zip(self.extensions) {
            let vertices = self.judge.parents.len() as u32;
            let to = if step.is_forward() { vertices + x } else { step.to };
            let (from, forth, edge) = (step.from, step.kind, self.code.len() as u32 + x);
            if forth == kind && self.alive(x) {
                self.start(x, from, PatternArc { to, kind, edge });
            }
            if self.kinds.reverse(forth) == kind && self.alive(x) {
                self.start(x, to, PatternArc { to: from, kind, edge });
            }
        }
    }

    #[inline]
    fn alive(&self, x: u32) -> bool {
        self.verdicts[x as usize] != Verdict::Dead
    }

    /// Walks all ties that start with `arc` from `from`.
    fn start(&mut self, active: u32, from: u32, arc: PatternArc) {
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
    pub(super) fn matched(&self) -> usize {
        self.judge.frames.len()
    }

    fn push(&mut self, active: u32, arc: PatternArc, forward: bool) {
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
    pub(super) fn next_step(&self, active: u32) -> Option<Step> {
        match self.code.get(self.matched()) {
            Some(step) => Some(*step),
            None if active != NONE && self.matched() == self.code.len() => {
                Some(self.extensions[active as usize])
            }
            None => None,
        }
    }

    /// Matches the next arc that equals the code's next edge; false when there is none left.
    fn advance(&mut self, frame: Frame) -> bool {
        let Some(step) = self.next_step(frame.active) else { return false };
        let judge = &*self.judge;
        let from = judge.image[step.from as usize];
        let own = judge.own.at(from);
        let extensions = judge.extensions.at(from);
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
            let fits = if step.is_forward() { place == NONE } else { place == step.to };
            if !fits {
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
        self.judge.own.at(vertex).len() == 1 && self.judge.extensions.at(vertex).is_empty()
    }
}
