//! Vertex-induced counts of small patterns: from the edge-induced ones of all that contain them.

use std::sync::Arc;

use super::Counting;
use crate::catalog::Catalog;
use crate::direct::Session;
use crate::pattern::Pattern;
use crate::placed::Known;
use crate::plan::Induced;
use crate::run::Run;
use crate::{CountOptions, Method, MineError};

impl Counting {
    /// The patterns at these places of a catalog, as subgraphs that need not be induced, each in its best way.
    pub(crate) fn of_catalog(catalog: &Catalog, places: &[usize], options: &CountOptions) -> Counting {
        let patterns: Vec<Pattern> = places.iter().map(|&place| catalog.patterns[place].clone()).collect();
        Counting::new(&patterns, &options.clone().matching(Induced::Edge).method(Method::Best))
    }

    /// The vertex-induced subgraphs that match `pattern`, as a part of the job of a session.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
    pub(super) fn census(
        &self,
        pattern: &Pattern,
        known: &Arc<Known>,
        session: &mut Session<'_>,
        run: Run<'_>,
    ) -> Result<u128, MineError> {
        let catalog = Catalog::of(pattern.vertices());
        let wanted = catalog.position(pattern);
        // A pattern that contains none of the missing ones never needs their counts.
        let contain = |&place: &usize| catalog.contains[wanted][place] > 0;
        let places: Vec<usize> = (wanted..catalog.patterns.len()).filter(contain).collect();
        let found = Counting::of_catalog(catalog, &places, &self.options).counted_in(known, session, run)?;
        catalog.induced(&catalog.at(&places, found), wanted)
    }
}
