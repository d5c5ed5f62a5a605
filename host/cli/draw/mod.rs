//! Drawings of small graphs, as SVG, and what a terminal shows: these in characters, and charts.

mod bar;
mod columns;
pub mod gallery;
mod layout;
mod shapes;
mod square;

pub use bar::{bar, bars};
pub use columns::{ChartColumn, columns};
pub use layout::{Point, layout};
pub use shapes::{arrow_head, circle, document, label_of_edge, line, text};
pub use square::square;
