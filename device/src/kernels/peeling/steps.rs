//! The tasks of a peeling, done by one block or by the grid.

use core::sync::atomic::Ordering::Relaxed;

use super::leaving::Leaving;
use super::stage::{PeelCounter, PeelingStage, PeelingTask};
use super::{Peeled, WarpPart};
use crate::simt::{Block, Warp};

/// Goes from task to task, does those that are small, and ends where one is to be done by the grid. One block.
#[inline(always)]
pub(crate) fn advance<B: Block, P: Peeled>(block: B, peeled: &P) {
    let queues = peeled.queues();
    let mut stage = PeelingStage::load(queues);
    let mut tasks = 0;
    while stage.task != PeelingTask::Done && tasks < queues.most_tasks {
        // What the last task has counted is there; nobody counts before all have read it.
        block.sync();
        stage = stage.next(peeled);
        block.sync();
        if block.thread() == 0 {
            queues.left.iter().for_each(|left| left.store(stage.left(), Relaxed));
            match stage.task {
                PeelingTask::Scan => {
                    PeelCounter::Staying.of(queues).store(0, Relaxed);
                    PeelCounter::Least.of(queues).store(0, Relaxed);
                }
                PeelingTask::Round if stage.pieces > 0 => PeelCounter::Pieces.of(queues).store(0, Relaxed),
                PeelingTask::Begin | PeelingTask::Round | PeelingTask::Pack | PeelingTask::Done => {}
            }
        }
        stage.is_open = !stage.is_small(queues.alone);
        if stage.is_open {
            break;
        }
        block.sync();
        work(block, peeled, stage, WarpPart::of_block(block));
        tasks += 1;
    }
    if block.thread() == 0 {
        stage.store(queues);
    }
}

/// Does the task that [`advance`] has left open, if it has. The grid.
#[inline(always)]
pub(crate) fn step<B: Block, P: Peeled>(block: B, peeled: &P) {
    let stage = PeelingStage::load(peeled.queues());
    if stage.is_open {
        match stage.task {
            PeelingTask::Pack => peeled.pack(block, stage.round),
            _ => work(block, peeled, stage, WarpPart::of_grid(block)),
        }
    }
}

/// Does a part of a scan or a round.
#[inline(always)]
fn work<B: Block, P: Peeled>(block: B, peeled: &P, stage: PeelingStage, part: WarpPart) {
    let leaving = Leaving::new(block, peeled, stage);
    match stage.task {
        PeelingTask::Scan => scan(&leaving, part),
        PeelingTask::Round => round(&leaving, part),
        PeelingTask::Begin | PeelingTask::Pack | PeelingTask::Done => {}
    }
}

/// Queues those up to the level, and keeps those above it for the next scan.
#[inline(always)]
fn scan<W: Warp, P: Peeled>(leaving: &Leaving<'_, W, P>, part: WarpPart) {
    let (queues, stage, warp) = (leaving.peeled.queues(), leaving.stage, leaving.warp);
    let mut least = 0;
    part.each(warp, stage.living, |has, place| {
        let (mut item, mut number) = (0, 0);
        if has {
            item = queues.staying(stage.half, place as u64).load(Relaxed);
            number = queues.number(item).load(Relaxed);
        }
        // Below the floor are those that have left since the last scan.
        leaving.queue(has && (stage.floor..=stage.level).contains(&number), item);
        let stays = has && number > stage.level;
        if let Some(place) = leaving.place(stays, PeelCounter::Staying) {
            queues.staying(1 - stage.half, place).store(item, Relaxed);
            least = least.max(!number);
        }
    });
    let least = warp.max(least);
    if warp.lane() == 0 && least > 0 {
        PeelCounter::Least.of(queues).fetch_max(least.into(), Relaxed);
    }
}

/// Has all leave that are to: a warp for each that is queued, and for each piece of another.
#[inline(always)]
fn round<W: Warp, P: Peeled>(leaving: &Leaving<'_, W, P>, part: WarpPart) {
    let (queues, stage) = (leaving.peeled.queues(), leaving.stage);
    let mut place = part.index;
    while place < stage.pieces {
        leaving.warp.sync();
        if let Some((item, piece)) = queues.piece(stage.round, place).part() {
            leaving.peeled.take_off(leaving, item, piece);
        }
        place += part.count;
    }
    let mut place = stage.queued.0 + part.index;
    while place < stage.queued.1 {
        leaving.warp.sync();
        let item = queues.queued(place).load(Relaxed);
        leaving.peeled.take_off(leaving, item, WarpPart::WHOLE);
        place += part.count;
    }
}
