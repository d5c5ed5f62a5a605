//! LLVM's NVPTX intrinsics, by name.
//!
//! LLVM knows these names, and so their attributes: which are pure, and which are convergent (must not be moved
//! into or out of a branch).

unsafe extern "C" {
    #[link_name = "llvm.nvvm.read.ptx.sreg.tid.x"]
    pub fn tid_x() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ntid.x"]
    pub fn ntid_x() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ctaid.x"]
    pub fn ctaid_x() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.nctaid.x"]
    pub fn nctaid_x() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.laneid"]
    pub fn laneid() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.lanemask.lt"]
    pub fn lanemask_lt() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.smid"]
    pub fn smid() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.dynamic_smem_size"]
    pub fn dynamic_smem_size() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.clock64"]
    pub fn clock64() -> u64;
    #[link_name = "llvm.nvvm.read.ptx.sreg.globaltimer"]
    pub fn globaltimer() -> u64;

    #[link_name = "llvm.nvvm.vote.ballot.sync"]
    pub fn vote_ballot(mask: u32, predicate: bool) -> u32;
    #[link_name = "llvm.nvvm.vote.any.sync"]
    pub fn vote_any(mask: u32, predicate: bool) -> bool;
    #[link_name = "llvm.nvvm.vote.all.sync"]
    pub fn vote_all(mask: u32, predicate: bool) -> bool;
    #[link_name = "llvm.nvvm.shfl.sync.idx.i32"]
    pub fn shuffle_idx(mask: u32, value: u32, lane: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.up.i32"]
    pub fn shuffle_up(mask: u32, value: u32, delta: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.down.i32"]
    pub fn shuffle_down(mask: u32, value: u32, delta: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.bfly.i32"]
    pub fn shuffle_xor(mask: u32, value: u32, lanes: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.match.any.sync.i32"]
    pub fn match_any_32(mask: u32, value: u32) -> u32;
    #[link_name = "llvm.nvvm.match.any.sync.i64"]
    pub fn match_any_64(mask: u32, value: u64) -> u32;

    #[link_name = "llvm.nvvm.bar.warp.sync"]
    pub fn bar_warp_sync(mask: u32);
    #[link_name = "llvm.nvvm.barrier.cta.sync.aligned.all"]
    pub fn barrier_cta_sync(barrier: u32);
    #[link_name = "llvm.nvvm.idp4a.u.u"]
    pub fn dp4a(one: u32, other: u32, sum: u32) -> u32;

    #[link_name = "llvm.nvvm.membar.cta"]
    pub fn membar_cta();
    #[link_name = "llvm.nvvm.membar.gl"]
    pub fn membar_gl();
    #[link_name = "llvm.nvvm.membar.sys"]
    pub fn membar_sys();
    #[link_name = "llvm.nvvm.nanosleep"]
    pub fn nanosleep(nanoseconds: u32);
    #[link_name = "llvm.trap"]
    pub fn trap() -> !;
}

#[cfg(target_feature = "sm_80")]
unsafe extern "C" {
    #[link_name = "llvm.nvvm.redux.sync.add"]
    pub fn redux_add(value: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.redux.sync.umax"]
    pub fn redux_max(value: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.redux.sync.umin"]
    pub fn redux_min(value: u32, mask: u32) -> u32;
}

unsafe extern "C" {
    /// From `cuda_builder`'s `intrinsics.ll`: rustc has no address spaces for statics.
    pub fn __cuda_std_dynamic_shared() -> *mut u8;
}
