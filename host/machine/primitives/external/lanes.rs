//! The lanes of a device, and how work is dealt to them.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;

use crate::runtime::{Device, RuntimeError};

/// The lanes of a device that work at the same time: one where a launch keeps all of it busy, and otherwise two, of
/// which one copies while the other computes.
#[derive(Debug)]
pub(super) struct Lanes(Vec<Device>);

impl Lanes {
    /// Those of `device`, which is the first.
    pub fn of(device: &Device) -> Result<Self, RuntimeError> {
        let mut lanes = vec![device.clone()];
        lanes.extend(device.lane()?);
        Ok(Lanes(lanes))
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The device itself.
    pub fn first(&self) -> &Device {
        &self.0[0]
    }

    /// `tasks` as they are dealt to so many lanes: by turns.
    fn shares<T>(&self, tasks: Vec<T>) -> Vec<Vec<T>> {
        let mut shares: Vec<Vec<T>> = self.0.iter().map(|_| vec![]).collect();
        for (i, task) in tasks.into_iter().enumerate() {
            shares[i % self.count()].push(task);
        }
        shares
    }

    /// Has each lane do `work` on its share of `tasks`. It is done on this thread, if there is but one share.
    pub fn deal<T: Send>(
        &self,
        tasks: Vec<T>,
        work: impl Fn(&Device, Vec<T>) -> Result<(), RuntimeError> + Sync,
    ) -> Result<(), RuntimeError> {
        let mut shares = self.shares(tasks);
        shares.retain(|share| !share.is_empty());
        if shares.len() == 1 {
            return work(self.first(), shares.remove(0));
        }
        let work = &work;
        thread::scope(|scope| {
            let workers: Vec<_> = self
                .0
                .iter()
                .zip(shares)
                .map(|(lane, share)| scope.spawn(move || work(lane, share)))
                .collect();
            let results: Vec<_> = workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect();
            results.into_iter().collect()
        })
    }

    /// Has lanes make a result of each of `tasks`, and hands the results to `visit`, in the order of the tasks, on this
    /// thread.
    ///
    /// `start` makes a lane's worker, and `work` has it do a task. That is given an earlier result, if there is one to
    /// spare, for its memory. Each lane is ahead by one result at most.
    pub fn in_order<'l, T: Send, W, R: Default + Send, E: From<RuntimeError>>(
        &'l self,
        tasks: Vec<T>,
        start: impl Fn(&'l Device) -> Result<W, RuntimeError> + Sync,
        work: impl Fn(&mut W, T, &mut R) -> Result<(), RuntimeError> + Sync,
        mut visit: impl FnMut(&mut R) -> Result<(), E>,
    ) -> Result<(), E> {
        let count = tasks.len();
        if self.count() == 1 {
            let (mut worker, mut result) = (start(self.first())?, R::default());
            return tasks.into_iter().try_for_each(|task| {
                work(&mut worker, task, &mut result)?;
                visit(&mut result)
            });
        }
        let (start, work) = (&start, &work);
        thread::scope(|scope| {
            let lanes: Vec<(Receiver<_>, _)> = self
                .0
                .iter()
                .zip(self.shares(tasks))
                .map(|(lane, share)| {
                    let (done, results) = sync_channel(1);
                    let (used, spare) = channel();
                    scope.spawn(move || produce(lane, share, (start, work), &done, &spare));
                    (results, used)
                })
                .collect();
            for i in 0..count {
                let (results, used) = &lanes[i % self.count()];
                // Without a result and an error the worker has panicked, as the scope is about to say.
                let Ok(result) = results.recv() else { break };
                let mut result: R = result?;
                visit(&mut result)?;
                // The last worker may have ended.
                let _ = used.send(result);
            }
            Ok(())
        })
    }
}

/// A lane's worker: it does its tasks, until nobody takes the results any more.
fn produce<'l, T, W, R: Default>(
    lane: &'l Device,
    share: Vec<T>,
    (start, work): (
        &impl Fn(&'l Device) -> Result<W, RuntimeError>,
        &impl Fn(&mut W, T, &mut R) -> Result<(), RuntimeError>,
    ),
    done: &SyncSender<Result<R, RuntimeError>>,
    spare: &Receiver<R>,
) {
    let mut worker = match start(lane) {
        Ok(worker) => worker,
        Err(error) => {
            // If nobody listens, another error was first.
            let _ = done.send(Err(error));
            return;
        }
    };
    for task in share {
        let mut result = spare.try_recv().unwrap_or_default();
        let outcome = work(&mut worker, task, &mut result).map(|()| result);
        let failed = outcome.is_err();
        if done.send(outcome).is_err() || failed {
            return;
        }
    }
}
