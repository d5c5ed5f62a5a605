//! Drawings of small graphs, as SVG.

mod layout;
mod shapes;

pub use layout::{Point, layout};
pub use shapes::{circle, document, label_of_edge, line, text};
