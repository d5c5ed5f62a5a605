//! The memories that a graph may be spread over where its device's own is too small.

use std::sync::Arc;

use motherlode_device::DeviceCopy;

use super::layout::{ArrayShape, GraphRoom, PlannedHome, lay_out};
use crate::runtime::{
    Buffer, CudaDevice, Device, Home, HostMemory, Joining, ListAccess, MemorySize, Part, Residency,
    RuntimeError, SharedArray, Team,
};

/// The memories beside a device's own: those of the other cards of its team that it can read, and the host's.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Beyond {
    cards: Arc<[Arc<Joining>]>,
    host: Option<HostMemory>,
    lists: ListAccess,
}

/// Of a device's budget, one in so many bytes is left to the jobs when a graph is spread.
const SHARE_FOR_WORK: u64 = 4;
/// The most that is left to them.
const MOST_FOR_WORK: u64 = 4 << 30;

impl Beyond {
    /// Those of a team's first device.
    pub fn of(team: &Team) -> Beyond {
        Beyond { cards: team.others().into(), host: team.host_memory().cloned(), lists: team.lists() }
    }

    /// How kernels are to get to lists that lie in the host's memory.
    pub fn lists(&self) -> ListAccess {
        self.lists
    }

    /// Where arrays on `device` are to lie, if they do not fit in its memory together, with what jobs need besides; for
    /// each array its parts. `None` if they fit, or this device's arrays cannot be spread: then they lie there.
    ///
    /// # Errors
    /// When all memories together are too small, or a driver fails.
    pub fn lay_out(
        &self,
        device: &Device,
        shapes: &[ArrayShape<'_>],
    ) -> Result<Option<Vec<Vec<Part>>>, RuntimeError> {
        self.lay_out_leaving(device, shapes, 0, true)
    }

    /// Where arrays on `device` are to lie, if they do not fit in its memory together, with at least `work` bytes of it
    /// left to the job, and without `share` no more: not what jobs may need in general. For each array its parts;
    /// `None` if they fit, or this device's arrays cannot be spread: then they lie there.
    ///
    /// # Errors
    /// When all memories together are too small, or a driver fails.
    pub fn lay_out_leaving(
        &self,
        device: &Device,
        shapes: &[ArrayShape<'_>],
        work: u64,
        share: bool,
    ) -> Result<Option<Vec<Vec<Part>>>, RuntimeError> {
        let total: u64 = shapes.iter().map(|shape| shape.bytes()).sum();
        let budget = device.budget();
        let left = budget.left().saturating_sub(work);
        let own = if share { room_of(device).min(left) } else { left };
        if total <= own {
            return Ok(None);
        }
        let Some(page) = device.page()? else { return Ok(None) };
        let (cards, unlinked) = self.readable(device)?;
        let host = self.host_room(device);
        let others = cards.iter().skip(1).map(room_of);
        let room = GraphRoom { cards: std::iter::once(own).chain(others).collect(), host, page };
        let Some(laid_out) = lay_out(shapes, &room) else {
            // Without what jobs may need, it may fit: then it lies here after all.
            if total <= budget.left() {
                return Ok(None);
            }
            return Err(too_large_together(device, total, room.cards.iter().sum(), host, unlinked));
        };
        let home = |place| match place {
            PlannedHome::Each => Home::Each,
            PlannedHome::Card(card) => Home::Card(cards[card].clone()),
            PlannedHome::Host => Home::Host(self.host.clone().expect("what has no room has no parts")),
        };
        let parts = |parts: Vec<(PlannedHome, u64)>| {
            parts.into_iter().map(|(place, bytes)| Part { home: home(place), bytes }).collect()
        };
        Ok(Some(laid_out.into_iter().map(parts).collect()))
    }

    /// Whether `device` has room for so many bytes of a graph, and at the same time for so many besides.
    pub fn holds(&self, device: &Device, graph: u64, besides: u64) -> bool {
        let left = device.budget().left();
        graph <= room_of(device) && besides <= left.saturating_sub(graph)
    }

    /// `length` zeros for kernels of `device` to add to, with at least `work` bytes of its memory left to the job. What
    /// does not fit there lies beyond it: on cards to which it can add atomically, and on the host, the last elements
    /// farthest away.
    ///
    /// # Errors
    /// When the memories are too small, or a driver fails.
    pub fn zeros<T: DeviceCopy + bytemuck::Zeroable>(
        &self,
        device: &Device,
        length: usize,
        work: u64,
    ) -> Result<Buffer<'static, T>, RuntimeError> {
        let bytes = (size_of::<T>() * length) as u64;
        match self.lay_out_counts(device, bytes, work)? {
            Some(parts) => device.spread_zeros(length, &parts),
            None => device.zeroed(length),
        }
    }

    /// Where `bytes` of counts are to lie, part by part; `None` if they are to lie on `device`.
    fn lay_out_counts(
        &self,
        device: &Device,
        bytes: u64,
        work: u64,
    ) -> Result<Option<Vec<Part>>, RuntimeError> {
        let left = device.budget().left();
        if bytes <= left.saturating_sub(work) {
            return Ok(None);
        }
        let Some(page) = device.page()? else { return Ok(None) };
        let (cards, unlinked) = self.readable(device)?;
        let own = left - (left / SHARE_FOR_WORK).max(work).min(left);
        let mut rooms = vec![(Home::Card(device.clone()), own)];
        for card in &cards[1..] {
            if device.adds_to(card)? {
                rooms.push((Home::Card(card.clone()), room_of(card)));
            }
        }
        let on_cards = rooms.iter().map(|room| room.1).sum();
        let host = self.host_room(device);
        rooms.extend(self.host.clone().map(|memory| (Home::Host(memory), host)));
        let mut pages = bytes.div_ceil(page);
        let mut parts = Vec::new();
        for (home, room) in rooms {
            let taken = pages.min(room / page);
            pages -= taken;
            parts.extend((taken > 0).then(|| Part { home, bytes: taken * page }));
        }
        match pages {
            0 => Ok(Some(parts)),
            // Without what the job may need, they may fit.
            _ if bytes <= left => Ok(None),
            _ => Err(too_large_together(device, bytes, on_cards, host, unlinked)),
        }
    }

    /// The bytes that may be pinned of the host's memory for `device`, if that can read it.
    pub(super) fn host_room(&self, device: &Device) -> u64 {
        self.host.as_ref().filter(|_| reads_host(device)).map_or(0, HostMemory::left)
    }

    /// Where arrays would lie, as [`lay_out`](Self::lay_out) has it, with what else is in the memories now. Nothing is
    /// placed.
    ///
    /// # Errors
    /// When all memories together are too small, a driver fails, or they would have to lie on `device`, and do not fit.
    pub fn plan(&self, device: &Device, shapes: &[ArrayShape<'_>]) -> Result<Residency, RuntimeError> {
        if let Some(parts) = self.lay_out(device, shapes)? {
            return Ok(parts.iter().flatten().map(|part| part.residency(device)).sum());
        }
        let (own, budget) = (shapes.iter().map(|shape| shape.bytes()).sum(), device.budget());
        match own <= budget.left() {
            true => Ok(Residency { own, ..Residency::default() }),
            false => Err(budget.too_small(own)),
        }
    }

    /// Copies to a device an array with an element for each vertex, and `beyond` it what does not fit there.
    ///
    /// # Errors
    /// When the memories are too small, or a driver fails.
    pub fn keep_per_vertex<T: DeviceCopy>(
        &self,
        device: &Device,
        array: SharedArray<T>,
    ) -> Result<Buffer<'static, T>, RuntimeError> {
        let shape = ArrayShape::PerVertex {
            row: (*array).as_ref().len() as u64,
            rows: 1,
            width: size_of::<T>() as u64,
        };
        let parts = self.lay_out(device, &[shape])?;
        keep(device, array, parts.as_ref().map(|parts| &parts[0]))
    }

    /// Copies to a device an array that another one has, with an element for each vertex: beyond it what does not fit
    /// there, if the other is the CPU. What writes it must be done.
    ///
    /// # Errors
    /// When the memories are too small, or a driver fails.
    pub fn copy_per_vertex<T: DeviceCopy + Send + Sync>(
        &self,
        device: &Device,
        array: &Buffer<'static, T>,
    ) -> Result<Buffer<'static, T>, RuntimeError> {
        match array.device().is_scalar() {
            true => self.keep_per_vertex(device, Arc::new(array.download()?)),
            false => device.copy_from(array),
        }
    }

    /// `device`, and the other cards that it can read, and they it; and one that has no link.
    fn readable(&self, device: &Device) -> Result<(Vec<Device>, Option<Device>), RuntimeError> {
        let (mut cards, mut unlinked) = (vec![device.clone()], None);
        // A card that has not opened, or is lost, takes no part.
        for card in self.cards.iter().filter_map(|joining| joining.opened().ok()) {
            if card.is(device) || card.card().is_none() {
                continue;
            }
            match device.reads(&card)? && card.reads(device)? {
                true => cards.push(card),
                false => unlinked = Some(card),
            }
        }
        Ok((cards, unlinked))
    }
}

/// The bytes that a graph may take of a card's memory.
fn room_of(device: &Device) -> u64 {
    let budget = device.budget();
    budget.left().saturating_sub((budget.limit() / SHARE_FOR_WORK).min(MOST_FOR_WORK))
}

/// Whether a device can read pages of the host's memory.
fn reads_host(device: &Device) -> bool {
    device.card().is_some_and(CudaDevice::reads_host_pages)
}

/// The error that says that so many bytes fit nowhere: what the cards and the host leave, and which card takes no part.
fn too_large_together(
    device: &Device,
    wanted: u64,
    cards: u64,
    host: u64,
    unlinked: Option<Device>,
) -> RuntimeError {
    let reason = match unlinked {
        Some(card) => format!(" ({device} has no link to {card})"),
        None if !reads_host(device) => {
            format!(" ({device} cannot read the host's: that takes a driver of CUDA 12.2)")
        }
        None => String::new(),
    };
    let [wanted, cards, host] = [wanted, cards, host].map(MemorySize);
    RuntimeError::TooLargeTogether { wanted, cards, host, reason }
}

/// Copies an array to a device: to where its parts are to lie, if that was laid out.
///
/// # Errors
/// When a memory is too small, or the driver fails.
#[doc(hidden)]
pub fn keep<T: DeviceCopy>(
    device: &Device,
    array: SharedArray<T>,
    parts: Option<&Vec<Part>>,
) -> Result<Buffer<'static, T>, RuntimeError> {
    match parts.filter(|parts| !parts.is_empty()) {
        Some(parts) => device.spread(array, parts),
        None => device.keep(array),
    }
}
