//! Who has a root.

use crate::kernels::triangles::shared::ThreadTeam;
use crate::simt::{Block, Warp};

/// The threads that have a root: the warps of the block together, or a warp alone.
#[derive(Clone, Copy)]
pub(super) struct RootTeam<B, const TOGETHER: bool> {
    pub block: B,
}

impl<B: Block, const TOGETHER: bool> RootTeam<B, TOGETHER> {
    #[inline(always)]
    pub fn threads(self) -> ThreadTeam {
        if TOGETHER { ThreadTeam::block(self.block) } else { ThreadTeam::warp(self.block.warp()) }
    }

    /// This warp among the team's.
    #[inline(always)]
    pub fn rank(self) -> u32 {
        if TOGETHER { self.block.warp_index() } else { 0 }
    }

    /// The team's warps.
    #[inline(always)]
    pub fn warps(self) -> u32 {
        if TOGETHER { self.block.warps() } else { 1 }
    }

    /// Waits for all of the team.
    #[inline(always)]
    pub fn sync(self) {
        if TOGETHER { self.block.sync() } else { self.block.warp().sync() }
    }
}
