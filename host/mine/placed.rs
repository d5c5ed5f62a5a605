//! A graph on a device, or on several, for many jobs.

use std::sync::Arc;

use parking_lot::Mutex;

use super::conditions::{Relabelled, relabel};
use super::tuning::Tuning;
use super::type_map::TypeMap;
use super::{Context, MineError, Target};
use crate::clock::Clock;
use crate::graph::{Attributes, Csr};
use crate::pattern::Pattern;
use crate::place::{Form, PlannedResidency, VertexOrder, core_is_smaller};
use crate::runtime::{Device, Residency, Team};

/// A graph on a device. What jobs need of it is made when the first of them asks (the graph renumbered, oriented,
/// counts at its edges), and shared by all later ones.
///
/// It owns what it needs: it may be kept, cloned (a clone is the same) and sent to other threads. The device's memory
/// is taken until the last clone is gone.
///
/// ```
/// # mod motherlode { pub use {motherlode_data::graph, motherlode_mine as mine, motherlode_planning::pattern, motherlode_machine::runtime}; }
/// use motherlode::graph::generate;
/// use motherlode::mine::{CountOptions, Placed};
/// use motherlode::pattern::Pattern;
/// use motherlode::runtime::Device;
///
/// let placed = Placed::new(&generate::complete(7)?, &Device::cpu(None));
/// let options = CountOptions::default();
/// assert_eq!(placed.count(&Pattern::parse("triangle")?, &options)?.count, 35);
/// assert_eq!(placed.count(&Pattern::parse("4-cycle")?, &options)?.count, 105);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placed(Arc<PlacedParts>);

#[derive(Debug)]
struct PlacedParts {
    csr: Csr,
    attributes: Option<Arc<Attributes>>,
    team: Team,
    known: Arc<Mutex<Vec<Arc<Known>>>>,
    /// The patterns with conditions that were asked for last, and what came of these.
    relabelled: Mutex<Option<RelabelledGraph>>,
    /// What jobs keep beside the graph.
    beside: TypeMap,
}

/// What came of patterns with conditions.
#[derive(Debug)]
struct RelabelledGraph {
    asked: Vec<Pattern>,
    placed: Placed,
    patterns: Vec<Pattern>,
}

/// One form of the graph, and what has been found out about it.
#[derive(Debug)]
pub(super) struct Known {
    /// The form on the team's first device, which prepares it.
    pub form: Arc<Form>,
    /// What jobs have found out about it, and what its device keeps.
    pub beside: Arc<TypeMap>,
    /// The form on the others that have worked at it, and what they keep.
    others: Mutex<Vec<(Arc<Form>, Arc<TypeMap>)>>,
    team: Team,
    /// What the form was asked for with.
    min_degree: u32,
}

impl Placed {
    /// Places `graph` on a device, or on the devices of a team. Nothing is copied before a job asks for it.
    pub fn new<'g>(graph: impl Into<Target<'g>>, team: impl Into<Team>) -> Placed {
        let Target { csr, attributes } = graph.into();
        Placed(Arc::new(PlacedParts {
            csr: csr.clone(),
            attributes: attributes.cloned(),
            team: team.into(),
            known: Arc::default(),
            relabelled: Mutex::default(),
            beside: TypeMap::default(),
        }))
    }

    /// The graph and these patterns, with labels in the place of conditions on properties. The same, where patterns
    /// have none; all forms of the graph and all that is known of them are shared.
    ///
    /// # Errors
    /// When they ask for properties or labels that the graph does not have, or for another kind of value.
    pub(super) fn relabelled(&self, patterns: &[&Pattern]) -> Result<(Placed, Vec<Pattern>), MineError> {
        let asked: Vec<Pattern> = patterns.iter().map(|&pattern| pattern.clone()).collect();
        if !asked.iter().any(Pattern::has_conditions) {
            return Ok((self.clone(), asked));
        }
        let same = |known: &&RelabelledGraph| known.asked == asked;
        if let Some(known) = self.0.relabelled.lock().as_ref().filter(same) {
            return Ok((known.placed.clone(), known.patterns.clone()));
        }
        let Relabelled { attributes, patterns } = relabel(self.target(), patterns)?;
        let PlacedParts { csr, team, known, .. } = &*self.0;
        let placed = Placed(Arc::new(PlacedParts {
            csr: csr.clone(),
            attributes: Some(attributes),
            team: team.clone(),
            known: known.clone(),
            relabelled: Mutex::default(),
            beside: TypeMap::default(),
        }));
        let found = RelabelledGraph { asked, placed: placed.clone(), patterns: patterns.clone() };
        *self.0.relabelled.lock() = Some(found);
        Ok((placed, patterns))
    }

    /// The devices.
    pub fn team(&self) -> &Team {
        &self.0.team
    }

    /// The graph.
    pub fn target(&self) -> Target<'_> {
        Target { csr: &self.0.csr, attributes: self.0.attributes.as_ref() }
    }

    /// What jobs keep beside the graph.
    pub(super) fn beside(&self) -> &TypeMap {
        &self.0.beside
    }

    /// Where the graph's lists lie, as far as jobs have asked for them, on the devices of the team: each with its name.
    pub fn residency(&self) -> Vec<(String, Residency)> {
        let mut found: Vec<(String, Residency)> = Vec::new();
        let mut add = |form: &Form| {
            let (name, more) = (form.device().to_string(), form.residency());
            match found.iter_mut().find(|(device, _)| *device == name) {
                Some((_, residency)) => *residency = *residency + more,
                None => found.push((name, more)),
            }
        };
        for known in &*self.0.known.lock() {
            add(&known.form);
            known.others.lock().iter().for_each(|(form, _)| add(form));
        }
        found
    }

    /// Where the graph's lists would lie on the first device, if jobs asked for them with nothing more in the memories
    /// than there is now. The host prepares the graph for it; nothing is placed.
    pub fn plan_residency(&self) -> PlannedResidency {
        self.known(0).form.plan_residency(&Clock::default())
    }

    /// Runs a job; and if the first device fails at it, or has too little memory, again on the others, one of which
    /// leads then.
    ///
    /// # Errors
    /// Those of the job; where no device is left, what the last one failed with.
    pub(super) fn on_whoever_is_left<T>(
        &self,
        context: &Context,
        job: impl Fn(&Placed) -> Result<T, MineError>,
    ) -> Result<T, MineError> {
        self.leading(context, job).map(|(_, done)| done)
    }

    /// Runs a job as [`on_whoever_is_left`](Self::on_whoever_is_left) does. Returns the graph on those who did it, too.
    ///
    /// # Errors
    /// The same.
    pub(super) fn leading<T>(
        &self,
        context: &Context,
        job: impl Fn(&Placed) -> Result<T, MineError>,
    ) -> Result<(Placed, T), MineError> {
        let mut placed = self.clone();
        let mut lack: Option<MineError> = None;
        loop {
            let failure = match job(&placed) {
                Err(error) if error.is_of_device() => error,
                done => return done.map(|done| (placed, done)),
            };
            // What the others had may have been what failed.
            if placed.team().lose_the_lost() {
                continue;
            }
            let Some(team) = placed.team().without_first() else {
                // The first of those to whom memory was lacking had the most.
                return Err(lack.filter(|_| failure.is_lack_of_memory()).unwrap_or(failure));
            };
            context.report_left_out(&placed.team().first().to_string(), &failure);
            if failure.is_lack_of_memory() {
                lack.get_or_insert(failure);
            }
            placed = Placed::new(self.target(), team);
        }
    }

    /// The graph for matches whose vertices all have at least `min_degree` neighbours, numbered by falling degree.
    pub(super) fn known(&self, min_degree: u32) -> Arc<Known> {
        let min_degree = if core_is_smaller(&self.0.csr, min_degree) { min_degree } else { 0 };
        self.form(min_degree, VertexOrder::Degree)
    }

    /// The forms that are there and have all vertices with at least so many neighbours.
    pub(super) fn forms_for(&self, min_degree: u32) -> Vec<Arc<Known>> {
        let serves = |known: &&Arc<Known>| known.min_degree <= min_degree;
        self.0.known.lock().iter().filter(serves).cloned().collect()
    }

    /// The graph for matches whose vertices all have at least `min_degree` neighbours, numbered in this order.
    pub(super) fn known_in_order(&self, min_degree: u32, order: VertexOrder) -> Arc<Known> {
        match order {
            VertexOrder::Degree => self.known(min_degree),
            VertexOrder::Degeneracy | VertexOrder::Given => self.form(min_degree, order),
        }
    }

    fn form(&self, min_degree: u32, order: VertexOrder) -> Arc<Known> {
        let same = |known: &&Arc<Known>| known.min_degree == min_degree && known.form.order() == order;
        if let Some(known) = self.0.known.lock().iter().find(same) {
            return known.clone();
        }
        // Nothing is made while a lock is held (see `Form`): of two that were made at the same time, the first is kept.
        let PlacedParts { csr, team, .. } = &*self.0;
        let form = Arc::new(Form::new(csr, min_degree, order, team, leading(team.first())));
        let new = Arc::new(Known {
            form,
            beside: Arc::default(),
            others: Mutex::default(),
            team: team.clone(),
            min_degree,
        });
        let mut known = self.0.known.lock();
        if let Some(known) = known.iter().find(same) {
            return known.clone();
        }
        known.push(new.clone());
        new
    }
}

impl Known {
    /// The devices.
    pub fn team(&self) -> &Team {
        &self.team
    }

    /// The form on a device of the team, and what that keeps of it.
    pub fn on(&self, device: &Device) -> (Arc<Form>, Arc<TypeMap>) {
        if device.is(self.form.device()) {
            return (self.form.clone(), self.beside.clone());
        }
        let mut others = self.others.lock();
        let place = others.iter().position(|(form, _)| form.device().is(device)).unwrap_or_else(|| {
            others.push((Arc::new(self.form.on(device, leading(device))), Arc::default()));
            others.len() - 1
        });
        others[place].clone()
    }

    /// Frees the oriented graph wherever nobody uses it, for a job that needs the room and not the graph.
    pub fn let_go_of_oriented(&self) {
        self.form.let_go_of_oriented();
        self.others.lock().iter().for_each(|(form, _)| form.let_go_of_oriented());
    }

    /// Frees the whole graph wherever nobody uses it, for a job that needs the room and not the graph.
    pub fn let_go_of_whole(&self) {
        self.form.let_go_of_whole();
        self.others.lock().iter().for_each(|(form, _)| form.let_go_of_whole());
    }
}

/// Of how many lists of an oriented graph the counts ask where they start.
fn leading(device: &Device) -> u32 {
    Tuning::of(device).leading()
}

const _: () = {
    const fn may_be_kept_and_shared<T: Send + Sync + 'static>() {}
    may_be_kept_and_shared::<Placed>();
};
