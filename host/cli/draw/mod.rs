//! Drawings of small graphs, as SVG.

pub mod gallery;
mod layout;
mod shapes;

pub use layout::{Point, layout};
pub use shapes::{arrow_head, circle, document, label_of_edge, line, text};
