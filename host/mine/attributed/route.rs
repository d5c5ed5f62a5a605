//! A plan with the lists and the tasks that its kernels read.

use std::sync::Arc;

use super::candidates::Candidates;
use super::site::ListMaker;
use super::{EdgeTasks, ViewBuffers};
use crate::place::{Form, Prepared};
use crate::plan::AttributedPlan;
use crate::runtime::RuntimeError;

/// The lists and the tasks of a route, if it has its own.
type RouteLists = (Option<Arc<ViewBuffers>>, Option<Arc<EdgeTasks>>);

/// A plan, with the lists and the tasks that its kernels read, on a device.
#[derive(Debug)]
pub(crate) struct Route {
    pub plan: AttributedPlan,
    /// The views that the plan names; none if that is the graph as it is.
    views: Option<Arc<ViewBuffers>>,
    /// The longest list of each.
    longest: Vec<u64>,
    /// The tasks; none if they are the vertices.
    tasks: Option<Arc<EdgeTasks>>,
}

impl Route {
    /// The number of tasks in a graph of `n` vertices.
    pub fn tasks(&self, n: u32) -> u64 {
        self.tasks.as_ref().map_or(n.into(), |tasks| tasks.count)
    }

    /// The number of the first task of each vertex, and how many there are; none if the tasks are the vertices.
    ///
    /// # Errors
    /// When the device fails.
    pub fn starts(&self) -> Result<Option<Vec<u64>>, RuntimeError> {
        self.tasks.as_ref().map(|tasks| tasks.starts.download()).transpose()
    }

    /// The bytes of its lists and tasks.
    pub fn bytes(&self) -> u64 {
        let views =
            self.views.as_ref().map_or(0, |views| 8 * views.offsets.len() + 4 * views.neighbors.len());
        let tasks = self.tasks.as_ref().map_or(0, |tasks| 8 * (tasks.starts.len() + tasks.first.len()));
        (views + tasks) as u64
    }

    /// The length that every buffer of a warp must have.
    pub fn capacity(&self) -> u64 {
        self.plan.buffer_bound(&self.longest)
    }

    /// Makes the lists that `plan` names.
    ///
    /// # Errors
    /// When they do not fit in the budget, or the device fails.
    pub(super) fn new(
        plan: AttributedPlan,
        candidates: &Candidates<'_>,
        prepared: &Prepared,
    ) -> Result<Self, RuntimeError> {
        let ListMaker { device, whole, .. } = candidates.site;
        let views = ViewBuffers::new(&plan, candidates)?.map(Arc::new);
        let longest = match &views {
            Some(views) => views.longest(plan.views.len())?,
            None => vec![prepared.csr().max_degree().into()],
        };
        let tasks = (plan.walk.last > 0).then(|| {
            let second = &plan.walk.levels[1];
            let (offsets, neighbors) = match &views {
                Some(views) => (views.offsets.slice(), views.neighbors.slice()),
                None => whole.arrays(),
            };
            let row = u64::from(candidates.vertices) + 1;
            let offsets = offsets.part(u64::from(second.source.view) * row, row);
            EdgeTasks::new(device, second, offsets, neighbors)
        });
        Ok(Route { plan, views, longest, tasks: tasks.transpose()?.map(Arc::new) })
    }

    /// The lists and the tasks on the device of `form`: copies, if that is another than where they were made.
    ///
    /// # Errors
    /// When they do not fit in the budget, or the device fails.
    pub fn on(&self, form: &Form) -> Result<RouteLists, RuntimeError> {
        let (device, row) = (form.device(), u64::from(form.graph().n()) + 1);
        let views = |views: &Arc<ViewBuffers>| match views.offsets.device().is(device) {
            true => Ok(views.clone()),
            false => views.copied_to(device, form.beyond(), row).map(Arc::new),
        };
        let tasks = |tasks: &Arc<EdgeTasks>| match tasks.starts.device().is(device) {
            true => Ok(tasks.clone()),
            false => tasks.copied_to(device, form.beyond()).map(Arc::new),
        };
        Ok((self.views.as_ref().map(views).transpose()?, self.tasks.as_ref().map(tasks).transpose()?))
    }

    /// This route with its lists and tasks on the device of `form`, and only there.
    ///
    /// # Errors
    /// When they do not fit in the budget, or the device fails.
    pub(super) fn moved_to(self, form: &Form) -> Result<Self, RuntimeError> {
        let (views, tasks) = self.on(form)?;
        Ok(Route { views, tasks, ..self })
    }
}
