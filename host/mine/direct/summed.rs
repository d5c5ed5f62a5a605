//! What a session knows of places: sums there, and the numbers that they have in a form.

use std::sync::Arc;

use motherlode_device::kernels::motifs::edge_roles::EdgePieces;

use super::at_edges::SumsAtEdges;
use super::at_vertices::{Needs, SumsAtVertices, VertexPieces};
use super::form_edges::FormEdges;
use super::session::Session;
use crate::MineError;
use crate::at::{At, Edges, Vertices};

/// Places of a form that have numbers, and sums, which local counts follow from.
pub(crate) trait Summed: At {
    /// Tells their numbers.
    type Form: Send + Sync;
    /// What is known of one.
    type Pieces;
    /// What is known of all.
    type Sums: Send + Sync;

    /// Tells the numbers of those of the session's form.
    ///
    /// # Errors
    /// When the graph does not fit in the memory, or the device fails.
    fn form(session: &mut Session<'_>) -> Result<Self::Form, MineError>;

    /// The number of one of the form.
    fn number(form: &Self::Form, place: Self::Place) -> usize;

    /// The sums at each. None of them may pass 64 bits.
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    fn sums(session: &mut Session<'_>, needs: Needs) -> Result<Self::Sums, MineError>;

    /// What tells the numbers of those that have these sums.
    fn form_of(sums: &Self::Sums) -> &Self::Form;

    /// The sums at vertices among them.
    fn vertex_sums(sums: &Self::Sums) -> &Arc<SumsAtVertices>;

    /// What is known of one of the form, whose vertices' degrees are given.
    fn pieces(sums: &Self::Sums, place: Self::Place, degrees: Self::Place) -> Self::Pieces;
}

impl Summed for Vertices {
    type Form = ();
    type Pieces = VertexPieces;
    type Sums = Arc<SumsAtVertices>;

    fn form(_: &mut Session<'_>) -> Result<(), MineError> {
        Ok(())
    }

    fn number((): &(), vertex: u32) -> usize {
        vertex as usize
    }

    fn sums(session: &mut Session<'_>, needs: Needs) -> Result<Self::Sums, MineError> {
        session.sums_at_vertices(needs)
    }

    fn form_of(_: &Self::Sums) -> &() {
        &()
    }

    fn vertex_sums(sums: &Self::Sums) -> &Arc<SumsAtVertices> {
        sums
    }

    fn pieces(sums: &Self::Sums, vertex: u32, degree: u32) -> VertexPieces {
        sums.at(vertex as usize, degree)
    }
}

impl Summed for Edges {
    type Form = FormEdges;
    type Pieces = EdgePieces;
    type Sums = SumsAtEdges;

    fn form(session: &mut Session<'_>) -> Result<FormEdges, MineError> {
        session.form_edges()
    }

    fn number(form: &FormEdges, ends: [u32; 2]) -> usize {
        form.number(ends)
    }

    fn sums(session: &mut Session<'_>, needs: Needs) -> Result<SumsAtEdges, MineError> {
        session.sums_at_edges(needs)
    }

    fn form_of(sums: &SumsAtEdges) -> &FormEdges {
        sums.edges()
    }

    fn vertex_sums(sums: &SumsAtEdges) -> &Arc<SumsAtVertices> {
        sums.at_vertices()
    }

    fn pieces(sums: &SumsAtEdges, ends: [u32; 2], degrees: [u32; 2]) -> EdgePieces {
        sums.between(ends, degrees)
    }
}
