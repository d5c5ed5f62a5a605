//! The maximal cliques of three vertices and more, window after window of roots.

use std::sync::Arc;

use super::options::MaximalCliqueOptions;
use super::plan::TaskPlan;
use super::rows::CliqueRows;
use crate::clock::Clock;
use crate::deal::{Share, Tide};
use crate::direct::{CliqueRowTasks, RowSearch, Session};
use crate::list::Position;
use crate::run::Run;
use crate::{MineError, Placed};

/// Their rows.
pub(super) struct RowsAtRoots {
    placed: Placed,
    options: MaximalCliqueOptions,
    /// What is at hand, once rows were asked for.
    begun: Option<Begun>,
    /// The place behind the rows so far: a root, and how many of its rows there were.
    position: Position,
}

/// A search on the first device, and what is left of it.
struct Begun {
    search: RowSearch,
    /// What the vertices are called in the graph that was given.
    names: Arc<Vec<u32>>,
    plan: TaskPlan,
}

impl RowsAtRoots {
    pub fn new(placed: &Placed, options: &MaximalCliqueOptions) -> Self {
        let position = Position { skip: 0, ..options.from };
        RowsAtRoots { placed: placed.clone(), options: options.clone(), begun: None, position }
    }

    /// The place behind the rows so far; behind all roots, if there are no more rows.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The next rows; none if there are no more. Where the first device fails, another one goes on.
    pub fn next(&mut self, clock: &Clock) -> Result<Option<CliqueRows>, MineError> {
        loop {
            if self.begun.is_none() {
                let options = self.options.clone();
                let (placed, begun) =
                    self.placed.leading(&options.context, |placed| begin(placed, &options, clock))?;
                self.placed = placed;
                match begun {
                    Some(begun) => self.begun = Some(begun),
                    None => return Ok(None),
                }
            }
            let Some(begun) = &mut self.begun else { return Ok(None) };
            let Some(tasks) = begun.plan.next() else {
                self.position = Position { task: begun.search.roots().max(self.position.task), skip: 0 };
                return Ok(None);
            };
            match clock.mine(|| begun.find(&self.options, &tasks)) {
                Ok(Some(rows)) => {
                    self.position = behind(&tasks, rows.len() as u64, &begun.plan, self.position);
                    if !rows.is_empty() {
                        return Ok(Some(rows));
                    }
                }
                Ok(None) => {}
                Err(error) if error.is_of_device() => self.go_on_elsewhere(error, tasks, clock)?,
                Err(error) => return Err(error),
            }
        }
    }

    /// Has another device go on with these tasks, as the first has failed.
    fn go_on_elsewhere(
        &mut self,
        why: MineError,
        tasks: CliqueRowTasks,
        clock: &Clock,
    ) -> Result<(), MineError> {
        let Some(team) = self.placed.team().without_first() else { return Err(why) };
        let options = &self.options;
        options.context.report_left_out(&self.placed.team().first().to_string(), &why);
        let others = Placed::new(self.placed.target(), team);
        let (placed, next) = others.leading(&options.context, |placed| begin(placed, options, clock))?;
        self.placed = placed;
        if let (Some(begun), Some(next)) = (&mut self.begun, next) {
            begun.plan.elsewhere(tasks, next.search.most_tasks(), next.search.room());
            begun.search = next.search;
        }
        Ok(())
    }
}

/// The place behind so many rows of some tasks, which come after `before`; `plan` has what is left.
fn behind(tasks: &CliqueRowTasks, rows: u64, plan: &TaskPlan, before: Position) -> Position {
    match tasks {
        CliqueRowTasks::Roots(roots) => Position { task: roots.end, skip: 0 },
        CliqueRowTasks::Beginnings { position, .. } if plan.root_at_hand() == Some(*position) => {
            Position { task: *position, skip: before.skip + rows }
        }
        CliqueRowTasks::Beginnings { position, .. } => Position { task: position + 1, skip: 0 },
    }
}

/// Gets the graph on the first device, and makes room there; none if there are no roots.
fn begin(placed: &Placed, options: &MaximalCliqueOptions, clock: &Clock) -> Result<Option<Begun>, MineError> {
    // All of the graph, whatever sizes are asked for: they keep their order.
    let known = clock.prepare(|| placed.known_in_order(0, options.order));
    let run = Run { context: &options.context, clock };
    let Some(search) = Session::new(&known, run)?.maximal_clique_rows(options.least)? else {
        return Ok(None);
    };
    let names = clock.prepare(|| known.form.old_of_new(clock));
    let first = search.least_tasks(0);
    let roots = options.from.task.min(search.roots())..search.roots();
    let plan = TaskPlan::new(roots, first, search.most_tasks(), search.room());
    Ok(Some(Begun { search, names, plan }))
}

impl Begun {
    /// The rows of some tasks, if there is room for all; else they come again, fewer at a time.
    fn find(
        &mut self,
        options: &MaximalCliqueOptions,
        tasks: &CliqueRowTasks,
    ) -> Result<Option<CliqueRows>, MineError> {
        let (roots, all) = match tasks {
            CliqueRowTasks::Roots(positions) => (positions.clone(), self.search.roots()),
            CliqueRowTasks::Beginnings { position, .. } => (*position..position + 1, self.search.roots()),
        };
        let tide = Tide::at(roots.start);
        let share = Share::new(roots, &tide, all, &options.context);
        let found = self.search.find(&share, tasks)?;
        match found.rows {
            Some(numbers) => {
                self.plan.written(tasks, numbers.len() as u64);
                Ok(Some(CliqueRows::of_device(numbers, &self.names)))
            }
            None => {
                let search = &self.search;
                self.plan.again(tasks, &found.lengths, |position| search.list(position));
                Ok(None)
            }
        }
    }
}
