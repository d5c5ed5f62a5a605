//! Which cards can read each other's memory.

use cust::device::Device;
use cust_raw::CUdevice_P2PAttribute;

use super::call::check;
use super::cards;
use super::peer::has_link;
use crate::runtime::RuntimeError;

/// A direct link between two cards, as the driver describes it: it does not say whether that is NVLink or PCIe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardLink {
    /// How fast it is among the links of this machine: 0 for the fastest, and more for slower ones.
    pub performance_rank: u32,
    /// Whether all atomic operations work across it.
    pub native_atomics: bool,
}

/// One card, and how it reaches the memory of another, as [`list_links`] lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardPair {
    /// The number of the card that reads.
    pub from: u32,
    /// The number of the card whose memory is read.
    pub to: u32,
    /// The link by which it can. Without one, copies go by way of the host's memory.
    pub link: Option<CardLink>,
}

/// Every two cards of this machine, each way: none where there is one card.
///
/// # Errors
/// [`RuntimeError::NoDriver`], [`RuntimeError::NoCard`], or a driver failure.
pub fn list_links() -> Result<Vec<CardPair>, RuntimeError> {
    let count = cards::count_cards()?;
    let pairs = (0..count).flat_map(|from| (0..count).map(move |to| (from, to)));
    pairs
        .filter(|(from, to)| from != to)
        .map(|(from, to)| Ok(CardPair { from, to, link: link(cards::find(from)?, cards::find(to)?)? }))
        .collect()
}

/// The link by which `card` can read the memory of `other`, if there is one.
pub(super) fn link(card: Device, other: Device) -> Result<Option<CardLink>, RuntimeError> {
    use CUdevice_P2PAttribute as Attribute;
    if !has_link(card, other)? {
        return Ok(None);
    }
    let rank = attribute(Attribute::CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK, card, other)?;
    let atomics = attribute(Attribute::CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED, card, other)?;
    Ok(Some(CardLink { performance_rank: rank.max(0) as u32, native_atomics: atomics != 0 }))
}

/// A property of the link from `card` to `other`.
fn attribute(which: CUdevice_P2PAttribute, card: Device, other: Device) -> Result<i32, RuntimeError> {
    let mut value = 0;
    // SAFETY: `value` is written by the call; both devices are the driver's.
    let code = unsafe { cust_raw::cuDeviceGetP2PAttribute(&mut value, which, card.as_raw(), other.as_raw()) };
    check("asking for the link between two cards", code)?;
    Ok(value)
}
