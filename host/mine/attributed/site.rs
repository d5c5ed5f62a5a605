//! Where the lists of a query are made.

use std::sync::Arc;

use crate::Target;
use crate::clock::Clock;
use crate::graph::attributes::EdgeAttributes;
use crate::place::{Beyond, EdgeLabels, Form, WholeGraph};
use crate::runtime::{Device, RuntimeError};

/// A device that makes lists, with the whole graph on it, and the labels of its edges if they are asked for.
pub(super) struct ListMaker {
    pub device: Device,
    pub whole: Arc<WholeGraph>,
    pub labels: Option<Arc<EdgeLabels>>,
}

impl ListMaker {
    /// The device of a form of `target`.
    ///
    /// # Errors
    /// When the graph does not fit in the memory budget, or the device fails.
    pub fn of(form: &Form, target: Target<'_>, labelled: bool, clock: &Clock) -> Result<Self, RuntimeError> {
        let edges = target.labels().and_then(|labels| labels.edges.as_ref()).filter(|_| labelled);
        let labels = edges.map(|edges| form.edge_labels(target.csr, edges, clock)).transpose()?;
        Ok(ListMaker { device: form.device().clone(), whole: form.whole(clock)?, labels })
    }

    /// The host, whatever its memory is: for a device whose memory is too small.
    ///
    /// # Errors
    /// When a kernel fails.
    pub fn host(
        form: &Form,
        target: Target<'_>,
        labelled: bool,
        clock: &Clock,
    ) -> Result<Self, RuntimeError> {
        let (device, prepared) = (Device::cpu(None), form.prepared(clock));
        let whole = WholeGraph::from_host(prepared, &device, &Beyond::default())?;
        let edges = target.labels().and_then(|labels| labels.edges.as_ref()).filter(|_| labelled);
        let labels = |edges: &Arc<EdgeAttributes>| {
            EdgeLabels::new(&device, target.csr, edges, prepared.shared_old_of_new(), &whole).map(Arc::new)
        };
        let labels = clock.prepare(|| edges.map(labels).transpose())?;
        Ok(ListMaker { device, whole: Arc::new(whole), labels })
    }
}
