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
//!
//! | module | what is in it |
//! | --- | --- |
//! | `adjacency` | the arcs at each vertex |
//! | `search` | the walk over the ties |
//! | `look` | what a tie tells of the extensions |

mod adjacency;
mod look;
mod search;

use adjacency::{Adjacency, PatternArc};
use search::{CodeSearch, Frame};

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

/// Judges extensions; keeps its memory from call to call.
#[derive(Debug, Default)]
pub struct Judge {
    /// The pattern's own arcs, and apart from them those of the extensions.
    own: Adjacency,
    extensions: Adjacency,
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
            CodeSearch { judge: self, kinds, code, extensions, verdicts }.run();
        }
    }

    fn prepare(&mut self, kinds: &Kinds, code: &[Step], extensions: &[Step]) {
        let vertices = code.iter().filter(|step| step.is_forward()).count() + 1;
        let length = code.len() as u32;
        let with_new = vertices + extensions.len();
        let both = |step: &Step, edge: u32, to: u32| {
            let there = (step.from, PatternArc { to, kind: step.kind, edge });
            [there, (to, PatternArc { to: step.from, kind: kinds.reverse(step.kind), edge })]
        };
        self.own.refill(code.iter().zip(0..).flat_map(|(step, edge)| both(step, edge, step.to)), vertices);
        let new_vertex = |x: u32, step: &Step| if step.is_forward() { vertices as u32 + x } else { step.to };
        let ends =
            extensions.iter().zip(0..).flat_map(|(step, x)| both(step, length + x, new_vertex(x, step)));
        self.extensions.refill(ends, with_new);

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
        unset(&mut self.image, vertices + 1);
        unset(&mut self.place, with_new);
        self.used.clear();
        self.used.resize(code.len() + extensions.len(), false);
        self.frames.clear();
    }
}

fn unset(list: &mut Vec<u32>, length: usize) {
    list.clear();
    list.resize(length, NONE);
}
