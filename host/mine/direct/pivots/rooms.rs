//! Device memory of launches that run beside each other, or one after the other.

use crate::runtime::{Buffer, Device, RuntimeError};

/// The track of all bins, where they share memory: there they run one after the other.
const SHARED_TRACK: usize = 0;

/// Memory that a launch needs.
pub(in crate::direct) struct Room {
    /// For matrices that do not stand in shared memory.
    pub words: Buffer<'static, u64>,
    /// For stacks.
    pub stack: Buffer<'static, u64>,
}

/// Memory of the launches of some bins: of each its own, or the same for all.
pub(in crate::direct) struct Rooms {
    rooms: Vec<Room>,
    apart: bool,
}

impl Rooms {
    /// For bins that need so many words for matrices and for stacks: apart, if that takes no more than half of what is
    /// left of the memory.
    ///
    /// # Errors
    /// When they do not fit in the budget, or the driver fails.
    pub fn new(device: &Device, needed: &[(usize, usize)]) -> Result<Self, RuntimeError> {
        let bytes = |&(words, stack): &(usize, usize)| ((words + stack) * size_of::<u64>()) as u64;
        let apart = needed.iter().map(bytes).sum::<u64>() <= device.budget().left() / 2;
        let room =
            |(words, stack)| Ok(Room { words: device.unwritten(words)?, stack: device.unwritten(stack)? });
        let most = |sizes: (usize, usize), bin: &(usize, usize)| (sizes.0.max(bin.0), sizes.1.max(bin.1));
        let rooms = match apart {
            true => needed.iter().copied().map(room).collect::<Result<_, RuntimeError>>()?,
            false => vec![room(needed.iter().fold((0, 0), most))?],
        };
        Ok(Rooms { rooms, apart })
    }

    /// The track of a bin and its memory: launches that share memory are on one track.
    pub fn of(&mut self, bin: usize) -> (usize, &mut Room) {
        let track = if self.apart { bin } else { SHARED_TRACK };
        (track, &mut self.rooms[track])
    }
}
