//! The streams of a card that launches and copies of one device are queued on.

use std::sync::atomic::{AtomicU64, Ordering};

use cust::event::{Event, EventFlags, EventStatus};
use cust::stream::{Stream, StreamFlags, StreamWaitEventFlags};
use parking_lot::Mutex;

use super::copy::CopyStaging;
use crate::runtime::RuntimeError;

/// Streams for kernels that may overlap.
const TRACKS: usize = 3;

/// Streams of a card: what is launched on one lane waits for nothing on another.
///
/// What it takes to order them is made once: to make an event takes as long as a small launch.
#[derive(Debug)]
pub(super) struct CardStreams {
    pub last_kernel: Mutex<&'static str>,
    pub staging: Mutex<Option<CopyStaging>>,
    /// What is launched one after the other.
    pub stream: Stream,
    /// Copies beside that.
    pub copies: Stream,
    /// For what is read and written beside kernels and the copies that wait for these.
    pub looks: Stream,
    /// Copies that were queued on `stream`, for whoever reads what they bring.
    queued: AtomicU64,
    /// How many of these are known to have come.
    arrived: AtomicU64,
    /// Where `stream` stood when kernels began to overlap.
    forked: Event,
    tracks: [Track; TRACKS],
}

/// A stream for kernels that overlap those on others.
#[derive(Debug)]
struct Track {
    stream: Stream,
    /// Where it stood when kernels were no longer to overlap.
    joined: Event,
    /// Kernels that were launched on it.
    launched: AtomicU64,
    /// Those that the lane's stream waits for.
    awaited: AtomicU64,
}

/// The number of a copy among those that a lane's stream makes in the order of its launches.
#[derive(Clone, Copy, Debug)]
pub(in crate::runtime) struct CopyNumber(u64);

impl CardStreams {
    /// A lane in the current context.
    pub fn new() -> Result<CardStreams, RuntimeError> {
        let track = || {
            Ok(Track {
                stream: stream()?,
                joined: event()?,
                launched: AtomicU64::new(0),
                awaited: AtomicU64::new(0),
            })
        };
        Ok(CardStreams {
            last_kernel: Mutex::new("none"),
            staging: Mutex::new(None),
            stream: stream()?,
            copies: stream()?,
            looks: stream()?,
            queued: AtomicU64::new(0),
            arrived: AtomicU64::new(0),
            forked: event()?,
            tracks: [track()?, track()?, track()?],
        })
    }

    /// Takes notice of a copy that has just been queued on the stream.
    pub fn count_copy(&self) -> CopyNumber {
        CopyNumber(self.queued.fetch_add(1, Ordering::AcqRel) + 1)
    }

    /// Whether a copy is known to have come.
    pub fn has_arrived(&self, copy: CopyNumber) -> bool {
        self.arrived.load(Ordering::Acquire) >= copy.0
    }

    /// Waits for what was queued on the stream.
    pub fn synchronize(&self) -> Result<(), cust::error::CudaError> {
        let queued = self.queued.load(Ordering::Acquire);
        self.stream.synchronize()?;
        self.arrived.fetch_max(queued, Ordering::AcqRel);
        Ok(())
    }

    /// Whether all that was queued on the stream is done.
    pub fn is_done(&self) -> Result<bool, cust::error::CudaError> {
        let queued = self.queued.load(Ordering::Acquire);
        let done = self.stream.query()? == EventStatus::Ready;
        if done {
            self.arrived.fetch_max(queued, Ordering::AcqRel);
        }
        Ok(done)
    }

    /// Has what is launched on tracks from now on come after what is on the stream by now.
    pub fn fork(&self) -> Result<(), RuntimeError> {
        record(&self.forked, &self.stream)
    }

    /// Calls `launch` with a track, for one kernel that comes after what was on the stream at the last [fork](Self::fork).
    pub fn on_track(
        &self,
        track: usize,
        launch: impl FnOnce(&Stream) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let track = &self.tracks[track % TRACKS];
        wait(&track.stream, &self.forked)?;
        launch(&track.stream)?;
        // Counted when it is there: whoever joins the tracks meanwhile leaves it to the next one who does.
        track.launched.fetch_add(1, Ordering::AcqRel);
        Ok(())
    }

    /// Has what is queued on the stream from now on come after what is on the tracks by now.
    pub fn join(&self) -> Result<(), RuntimeError> {
        for track in &self.tracks {
            let launched = track.launched.load(Ordering::Acquire);
            if launched > track.awaited.load(Ordering::Acquire) {
                record(&track.joined, &track.stream)?;
                wait(&self.stream, &track.joined)?;
                track.awaited.fetch_max(launched, Ordering::AcqRel);
            }
        }
        Ok(())
    }
}

fn stream() -> Result<Stream, RuntimeError> {
    Stream::new(StreamFlags::NON_BLOCKING, None).map_err(RuntimeError::driver("making a stream"))
}

/// An event that keeps no time.
pub(in crate::runtime) fn event() -> Result<Event, RuntimeError> {
    Event::new(EventFlags::DISABLE_TIMING).map_err(RuntimeError::driver("making an event"))
}

/// Puts an event behind what is on a stream by now.
pub(super) fn record(event: &Event, stream: &Stream) -> Result<(), RuntimeError> {
    event.record(stream).map_err(RuntimeError::driver("recording an event"))
}

/// Has what is queued on a stream from now on come after an event.
pub(super) fn wait(stream: &Stream, event: &Event) -> Result<(), RuntimeError> {
    stream
        .wait_event(event, StreamWaitEventFlags::DEFAULT)
        .map_err(RuntimeError::driver("ordering two streams"))
}
