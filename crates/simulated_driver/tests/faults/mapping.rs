//! Memory in pages: of cards and of the host, mapped side by side.

use std::ffi::c_int;

use cust_raw::{
    CUdeviceptr, CUmemAccess_flags, CUmemAccessDesc, CUmemAllocationGranularity_flags, CUmemAllocationProp,
    CUmemAllocationType, CUmemLocation, CUmemLocationType, CUresult,
};

use crate::raw::{DONE, NEW, Opened, cu, launch};
use crate::simulated::{Fault, Simulated};

/// What the driver says a page has.
const PAGE: usize = 4096;
const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const NO_MEMORY: CUresult = CUresult::CUDA_ERROR_OUT_OF_MEMORY;
const UNSUPPORTED: CUresult = CUresult::CUDA_ERROR_NOT_SUPPORTED;
const NO_DEVICE: CUresult = CUresult::CUDA_ERROR_INVALID_DEVICE;
const FAILED: CUresult = CUresult::CUDA_ERROR_LAUNCH_FAILED;
const NOBODY: CUmemAccess_flags = CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_NONE;
const BOTH: CUmemAccess_flags = CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
/// A node of the host's memory.
const HOST: CUmemLocation = CUmemLocation { type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA, id: 0 };

fn on(card: c_int) -> CUmemLocation {
    CUmemLocation { type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, id: card }
}

fn properties(location: CUmemLocation) -> CUmemAllocationProp {
    // SAFETY: numbers and a pointer, all of which may be 0, and enumerations that have a 0.
    let mut properties: CUmemAllocationProp = unsafe { std::mem::zeroed() };
    properties.type_ = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = location;
    properties
}

fn try_create(location: CUmemLocation, bytes: usize) -> Result<u64, CUresult> {
    let mut handle = 0;
    let code = cu!(cuMemCreate(&mut handle, bytes, &properties(location), 0));
    if code == DONE { Ok(handle) } else { Err(code) }
}

fn create(location: CUmemLocation, pages: usize) -> u64 {
    try_create(location, pages * PAGE).unwrap()
}

fn reserve(pages: usize) -> CUdeviceptr {
    let mut address = 0;
    assert_eq!(cu!(cuMemAddressReserve(&mut address, pages * PAGE, 0, 0, 0)), DONE);
    address
}

fn map(address: CUdeviceptr, pages: usize, handle: u64) -> CUresult {
    cu!(cuMemMap(address, pages * PAGE, 0, handle, 0))
}

fn access(address: CUdeviceptr, pages: usize, flags: CUmemAccess_flags, who: &[CUmemLocation]) -> CUresult {
    let who: Vec<_> = who.iter().map(|&location| CUmemAccessDesc { location, flags }).collect();
    cu!(cuMemSetAccess(address, pages * PAGE, who.as_ptr(), who.len()))
}

fn unmap(address: CUdeviceptr, pages: usize) -> CUresult {
    cu!(cuMemUnmap(address, pages * PAGE))
}

fn release(handle: u64) -> CUresult {
    cu!(cuMemRelease(handle))
}

fn give_back(address: CUdeviceptr, pages: usize) -> CUresult {
    cu!(cuMemAddressFree(address, pages * PAGE))
}

/// An array in several places, which has no other owner than its mappings.
struct Array {
    address: CUdeviceptr,
    pages: usize,
}

impl Array {
    /// A piece of so many pages in each place, for some to use.
    fn new(pieces: &[(CUmemLocation, usize)], who: &[CUmemLocation]) -> Array {
        let pages = pieces.iter().map(|(_, pages)| pages).sum();
        let address = reserve(pages);
        let mut at = address;
        for &(location, pages) in pieces {
            let handle = create(location, pages);
            assert_eq!((map(at, pages, handle), release(handle)), (DONE, DONE));
            at += (pages * PAGE) as CUdeviceptr;
        }
        assert_eq!(access(address, pages, BOTH, who), DONE);
        Array { address, pages }
    }

    /// The address of a page.
    fn page(&self, page: usize) -> CUdeviceptr {
        self.address + (page * PAGE) as CUdeviceptr
    }

    fn end(self) {
        assert_eq!(unmap(self.address, self.pages), DONE);
        assert_eq!(give_back(self.address, self.pages), DONE);
    }
}

fn write(to: CUdeviceptr, bytes: &[u8]) -> CUresult {
    cu!(cuMemcpyHtoD_v2(to, bytes.as_ptr().cast(), bytes.len()))
}

fn read(from: CUdeviceptr, bytes: &mut [u8]) -> CUresult {
    cu!(cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), from, bytes.len()))
}

#[test]
fn an_array_is_partly_here_partly_there_and_partly_the_hosts() {
    let simulated = Simulated::with_cards(2);
    let (first, second) = (Opened::card(0), Opened::card(1));
    let array = Array::new(&[(on(0), 1), (on(1), 2), (HOST, 1)], &[on(0), on(1)]);
    assert_eq!(first.free_memory().0, (1 << 30) - PAGE);
    assert_eq!(second.free_memory().0, (15 << 26) - 2 * PAGE);

    let mut all = vec![0; 4 * PAGE];
    assert_eq!(read(array.address, &mut all), DONE);
    assert_eq!(all, vec![NEW; 4 * PAGE]);
    let numbers: Vec<u8> = (0..4 * PAGE).map(|number| (number % 251) as u8).collect();
    assert_eq!(write(array.address, &numbers), DONE);
    first.enter();
    assert_eq!(read(array.address, &mut all), DONE);
    assert_eq!(all, numbers, "what one card writes, the other reads");

    // Across the borders, as late as streams allow.
    let (stream, own) = (first.stream(), first.memory(8));
    assert_eq!(cu!(cuMemsetD8Async(array.page(1) - 4, 1, 8, stream)), DONE);
    let copy = |to, from| cu!(cuMemcpyPeerAsync(to, first.context, from, first.context, 8, stream));
    assert_eq!((copy(own, array.page(1) - 4), copy(array.page(3) - 6, own)), (DONE, DONE));
    assert_eq!(cu!(cuMemcpyHtoDAsync_v2(array.page(2) - 4, [2u8; 8].as_ptr().cast(), 8, stream)), DONE);
    assert_eq!(first.bytes::<8>(array.page(1) - 4), numbers[PAGE - 4..PAGE + 4]);
    assert_eq!(cu!(cuStreamSynchronize(stream)), DONE);
    assert_eq!(first.bytes(array.page(1) - 4), [1; 8]);
    assert_eq!(first.bytes(array.page(2) - 4), [2; 8]);
    assert_eq!(
        first.bytes::<10>(array.page(3) - 7),
        [numbers[3 * PAGE - 7], 1, 1, 1, 1, 1, 1, 1, 1, numbers[3 * PAGE + 2]]
    );
    let mut eight = [0u8; 8];
    assert_eq!(cu!(cuMemcpyDtoHAsync_v2(eight.as_mut_ptr().cast(), array.page(1) - 4, 8, stream)), DONE);
    assert_eq!(eight, [1; 8]);

    // From card to card, and by a kernel.
    let to = second.memory(8);
    assert_eq!(cu!(cuMemcpyPeer(to, second.context, array.page(2) - 4, first.context, 8)), DONE);
    assert_eq!(second.bytes(to), [2; 8]);
    let (function, other_stream, plain) = (second.fill(), second.stream(), second.memory(32));
    assert_eq!(launch(function, array.page(3) - 16, other_stream), DONE);
    assert_eq!(launch(function, plain, other_stream), DONE);
    assert_eq!(
        cu!(cuMemcpyPeerAsync(own, first.context, array.page(3) - 16, second.context, 8, other_stream)),
        DONE
    );
    assert_eq!(cu!(cuStreamSynchronize(other_stream)), DONE);
    let filled: [u8; 32] = second.bytes(plain);
    assert_eq!(second.bytes(array.page(3) - 16), filled);
    assert_eq!(first.bytes::<8>(own), filled[..8]);

    array.end();
    assert_eq!((first.free_memory().0, second.free_memory().0), ((1 << 30) - 8, (15 << 26) - 40));
    drop((first, second));
    // Three streams' and so on are given back with the contexts.
    assert_eq!(simulated.live(), 0);
}

#[test]
fn pages_keep_what_is_in_them_while_somebody_has_them() {
    let simulated = Simulated::load();
    let card = Opened::card(0);
    let whole = card.free_memory().0;
    let (handle, address) = (create(on(0), 2), reserve(4));
    assert_eq!(map(address, 2, handle), DONE);
    assert_eq!(map(address + 2 * PAGE as u64, 2, handle), DONE, "the same pages twice");
    assert_eq!(access(address, 4, BOTH, &[on(0)]), DONE);
    assert_eq!(write(address + 5, b"seen"), DONE);
    assert_eq!(&card.bytes(address + 5 + 2 * PAGE as u64), b"seen");

    assert_eq!(unmap(address, 4), DONE, "both at once");
    assert_eq!(card.free_memory().0, whole - 2 * PAGE, "the handle has them");
    assert_eq!(map(address + PAGE as u64, 2, handle), DONE);
    assert_eq!(read(address + PAGE as u64, &mut [0]), INVALID, "access ends with its mapping");
    assert_eq!(access(address + PAGE as u64, 2, BOTH, &[on(0)]), DONE);
    assert_eq!(&card.bytes(address + 5 + PAGE as u64), b"seen");
    assert_eq!((release(handle), release(handle)), (DONE, INVALID));
    assert_eq!(card.free_memory().0, whole - 2 * PAGE, "the mapping has them");
    assert_eq!(map(address + 3 * PAGE as u64, 2, handle), INVALID);
    // The card's context, a mapping, a reservation.
    assert_eq!(simulated.live(), 3);
    assert_eq!(unmap(address + PAGE as u64, 2), DONE);
    assert_eq!(card.free_memory().0, whole);
    assert_eq!((give_back(address, 4), simulated.live()), (DONE, 1));

    let again = Array::new(&[(on(0), 2)], &[on(0)]);
    assert_eq!(card.bytes(again.address + 5), [NEW; 4], "new pages are new");
    again.end();
}

#[test]
fn there_are_so_many_pages_and_no_more() {
    let simulated = Simulated::with_cards(2);
    assert_eq!(cu!(cuInit(0)), DONE);
    let granularity = |location| {
        let mut bytes = 0;
        let option = CUmemAllocationGranularity_flags::CU_MEM_ALLOC_GRANULARITY_MINIMUM;
        let code = cu!(cuMemGetAllocationGranularity(&mut bytes, &properties(location), option));
        (code, bytes)
    };
    assert_eq!([on(0), on(1), HOST].map(granularity), [(DONE, PAGE); 3]);
    assert_eq!(granularity(on(2)), (NO_DEVICE, 0));
    let attributes = |simulated: &Simulated| [102, 134, 141].map(|number| simulated.attribute(number, 1));
    assert_eq!(attributes(&simulated), [1, 0, 1]);

    // No context is needed. The second card has 960 MiB.
    assert_eq!(try_create(on(1), (15 << 26) + PAGE), Err(NO_MEMORY));
    let half = try_create(on(1), 480 << 20).unwrap();
    assert_eq!(try_create(on(1), (480 << 20) + PAGE), Err(NO_MEMORY));
    let card = Opened::card(1);
    let mut address = 0;
    card.enter();
    assert_eq!(card.free_memory(), (480 << 20, 15 << 26));
    assert_eq!(cu!(cuMemAlloc_v2(&mut address, (480 << 20) + 1)), NO_MEMORY);
    card.memory((480 << 20) - PAGE);
    assert_eq!(try_create(on(1), 2 * PAGE), Err(NO_MEMORY));
    let last = create(on(1), 1);
    assert_eq!((release(half), release(last)), (DONE, DONE));
    drop(card);

    simulated.host_bytes(3 * PAGE);
    let two = create(HOST, 2);
    assert_eq!(try_create(HOST, 2 * PAGE), Err(NO_MEMORY));
    assert_eq!(release(two), DONE);
    assert_eq!(release(create(HOST, 3)), DONE);
    simulated.host_bytes(0);
    assert_eq!((try_create(HOST, PAGE), granularity(HOST)), (Err(UNSUPPORTED), (UNSUPPORTED, 0)));
    assert_eq!(attributes(&simulated), [1, 0, 0]);
    assert_eq!(simulated.live(), 0);
}

#[test]
fn what_cannot_be_made_or_mapped_is_refused() {
    let simulated = Simulated::load();
    assert_eq!(cu!(cuInit(0)), DONE);
    assert_eq!([0, 1, PAGE - 1, PAGE + 1].map(|bytes| try_create(on(0), bytes)), [Err(INVALID); 4]);
    assert_eq!(try_create(on(1), PAGE), Err(NO_DEVICE));
    assert_eq!(try_create(CUmemLocation { id: 1, ..HOST }, PAGE), Err(NO_DEVICE));
    let current = CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
    assert_eq!(try_create(CUmemLocation { type_: current, id: 0 }, PAGE), Err(INVALID));
    let mut managed = properties(on(0));
    managed.type_ = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_INVALID;
    let mut handle = 0;
    assert_eq!(cu!(cuMemCreate(&mut handle, PAGE, &managed, 0)), INVALID);
    assert_eq!(cu!(cuMemCreate(&mut handle, PAGE, &properties(on(0)), 1)), INVALID);
    let mut address = 0;
    assert_eq!(cu!(cuMemAddressReserve(&mut address, PAGE + 1, 0, 0, 0)), INVALID);
    assert_eq!(cu!(cuMemAddressReserve(&mut address, 0, 0, 0, 0)), INVALID);

    let (start, two) = (reserve(6), create(on(0), 2));
    let page = |page: usize| start + (page * PAGE) as CUdeviceptr;
    assert_eq!(cu!(cuMemMap(start, 2 * PAGE, PAGE, two, 0)), INVALID, "not from its start on");
    assert_eq!(map(start, 1, two), INVALID, "not all of it");
    assert_eq!(map(start + 1, 2, two), INVALID, "not at a page");
    assert_eq!(map(page(5), 2, two), INVALID, "not in the reservation");
    assert_eq!(map(start, 2, two + 1), INVALID, "no handle");
    assert_eq!(map(page(1), 2, two), DONE);
    assert_eq!([page(0), page(1), page(2)].map(|address| map(address, 2, two)), [INVALID; 3], "is in use");
    assert_eq!(map(page(3), 2, two), DONE);

    assert_eq!(access(page(0), 3, BOTH, &[on(0)]), INVALID, "nothing is mapped at its start");
    assert_eq!(access(page(3), 3, BOTH, &[on(0)]), INVALID, "nothing is mapped at its end");
    assert_eq!(access(page(1), 3, BOTH, &[on(0)]), INVALID, "not a whole mapping");
    assert_eq!(access(page(1), 2, BOTH, &[]), INVALID);
    assert_eq!(access(page(1), 2, BOTH, &[on(0), on(1)]), NO_DEVICE);
    let read_only = CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READ;
    assert_eq!(access(page(1), 2, read_only, &[on(0)]), UNSUPPORTED);

    assert_eq!(unmap(page(0), 3), INVALID);
    assert_eq!(unmap(page(1), 1), INVALID);
    assert_eq!(unmap(page(2), 3), INVALID);
    assert_eq!(unmap(page(1), 0), INVALID);
    assert_eq!(give_back(start, 6), INVALID, "something is mapped");
    assert_eq!(unmap(page(3), 2), DONE);
    assert_eq!(unmap(page(1), 2), DONE);
    assert_eq!(unmap(page(1), 2), INVALID);
    assert_eq!(give_back(start, 5), INVALID);
    assert_eq!(give_back(page(1), 5), INVALID);
    assert_eq!((give_back(start, 6), give_back(start, 6)), (DONE, INVALID));
    assert_eq!((release(two), simulated.live()), (DONE, 0));
}

#[test]
fn memory_is_for_those_that_were_given_access() {
    let simulated = Simulated::with_cards(2);
    let (first, second) = (Opened::card(0), Opened::card(1));
    let (start, own, host) = (reserve(2), create(on(0), 1), create(HOST, 1));
    let border = start + PAGE as CUdeviceptr;
    assert_eq!((map(start, 1, own), map(border, 1, host)), (DONE, DONE));
    let mut byte = [0];
    first.enter();
    assert_eq!(read(start, &mut byte), INVALID, "nobody's yet");
    assert_eq!(access(start, 1, BOTH, &[on(0)]), DONE);
    assert_eq!((read(border - 1, &mut byte), byte), (DONE, [NEW]));
    assert_eq!(write(border - 1, b"no"), INVALID, "the next page is nobody's");
    assert_eq!(access(start, 2, BOTH, &[on(0), HOST]), INVALID, "a card's pages are not the host's");
    assert_eq!(access(border, 1, BOTH, &[on(0), HOST]), DONE);
    assert_eq!(write(border - 1, b"it"), DONE);
    // SAFETY: a page of the host's memory that is mapped for it.
    assert_eq!(unsafe { *(border as *const u8) }, b't');

    let (function, stream, to) = (second.fill(), second.stream(), second.memory(2));
    assert_eq!(read(start, &mut byte), INVALID, "not the other card's");
    assert_eq!(cu!(cuMemsetD8Async(border, 1, 1, stream)), INVALID);
    assert_eq!(cu!(cuMemcpyPeerAsync(to, second.context, border, second.context, 1, stream)), INVALID);
    assert_eq!(cu!(cuMemcpyPeer(to, second.context, border, second.context, 1)), INVALID);
    assert_eq!(cu!(cuMemcpyPeer(to, second.context, border - 1, first.context, 2)), DONE);
    assert_eq!(&second.bytes(to), b"it");
    simulated.links(false);
    assert_eq!(access(start, 1, BOTH, &[on(1)]), NO_DEVICE, "there is no way to it");
    assert_eq!(access(border, 1, BOTH, &[on(1)]), DONE, "there is one to the host");
    assert_eq!(&second.bytes(border), b"t");
    assert_eq!(access(border, 1, NOBODY, &[on(1)]), DONE);
    assert_eq!(read(border, &mut byte), INVALID);

    // A kernel that nevertheless goes there ends its own context.
    let illegal = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
    assert_eq!(launch(function, border, stream), DONE);
    assert_eq!(cu!(cuStreamSynchronize(stream)), illegal);
    assert_eq!(cu!(cuCtxSynchronize()), illegal);
    assert_eq!(&first.bytes(border), b"t");
    assert_eq!((unmap(start, 2), give_back(start, 2)), (DONE, DONE));
    assert_eq!((release(own), release(host)), (DONE, DONE));
}

#[test]
fn a_copy_of_the_hosts_pages_waits_for_its_turn() {
    let _simulated = Simulated::load();
    let card = Opened::card(0);
    let host = Array::new(&[(HOST, 1)], &[on(0), HOST]);
    let (memory, stream) = (card.memory(4), card.stream());
    let pages = host.address as *mut [u8; 4];
    assert_eq!(cu!(cuMemcpyHtoDAsync_v2(memory, pages.cast(), 4, stream)), DONE);
    // SAFETY: a page of the host's memory that is mapped for it.
    unsafe { pages.write(*b"late") };
    assert_eq!(cu!(cuMemcpyDtoHAsync_v2(pages.wrapping_add(1).cast(), memory, 4, stream)), DONE);
    // SAFETY: as above.
    assert_eq!(unsafe { pages.add(1).read() }, [NEW; 4], "nobody has waited");
    assert_eq!(cu!(cuStreamSynchronize(stream)), DONE);
    // SAFETY: as above.
    assert_eq!(unsafe { pages.add(1).read() }, *b"late");
    host.end();
}

#[test]
fn memory_that_is_unmapped_before_its_work_is_done_is_noticed() {
    let simulated = Simulated::with_cards(2);
    let state = CUresult::CUDA_ERROR_ILLEGAL_STATE;
    let illegal = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
    for kernel in [false, true] {
        let (first, second) = (Opened::card(0), Opened::card(1));
        let array = Array::new(&[(on(0), 1), (HOST, 1)], &[on(0), on(1)]);
        let alone = Array::new(&[(on(0), 1)], &[on(0)]);
        let stream = second.stream();
        if kernel {
            assert_eq!(launch(second.fill(), array.page(1), stream), DONE);
        } else {
            assert_eq!(cu!(cuMemsetD8Async(array.page(1) - 1, 1, 2, stream)), DONE);
        }
        alone.end();
        assert_eq!(unmap(array.address, 2), state);
        assert_eq!(cu!(cuStreamSynchronize(stream)), illegal, "the work is not done elsewhere");
        assert_eq!((first.enter(), cu!(cuCtxSynchronize())).1, DONE, "the other card goes on");
        assert_eq!(give_back(array.address, 2), DONE, "it is unmapped all the same");
        drop((first, second));
        assert_eq!(simulated.live(), 0);
    }

    // Work on other memory, and work that is done, is none of its business.
    let card = Opened::card(0);
    let (array, memory, stream) = (Array::new(&[(on(0), 1)], &[on(0)]), card.memory(1), card.stream());
    assert_eq!(cu!(cuMemsetD8Async(array.address, 1, 2, stream)), DONE);
    assert_eq!(cu!(cuStreamSynchronize(stream)), DONE);
    let filled = card.memory(32);
    assert_eq!(cu!(cuMemsetD8Async(memory, 1, 1, stream)), DONE);
    assert_eq!(launch(card.fill(), filled, stream), DONE);
    array.end();
    assert_eq!(cu!(cuStreamSynchronize(stream)), DONE);
    assert_eq!(card.bytes(memory), [1]);
    assert_ne!(card.bytes(filled), [NEW; 32]);
}

#[test]
fn what_gives_back_does_so_when_it_fails_and_the_rest_does_nothing() {
    let simulated = Simulated::load();
    assert_eq!(cu!(cuInit(0)), DONE);
    simulated.restart(Some(Fault { call: 1, for_good: true, out_of_memory: false }));
    assert_eq!(try_create(on(0), PAGE), Err(FAILED));
    assert_eq!(simulated.failed().as_deref(), Some("cuMemCreate"));
    let mut address = 0;
    assert_eq!(cu!(cuMemAddressReserve(&mut address, PAGE, 0, 0, 0)), FAILED);
    assert_eq!((simulated.calls(), simulated.live()), (2, 0));
    simulated.restart(None);
    let (start, handle) = (reserve(1), create(on(0), 1));
    simulated.restart(Some(Fault { call: 1, for_good: true, out_of_memory: false }));
    assert_eq!(map(start, 1, handle), FAILED);
    assert_eq!(simulated.live(), 2, "a handle and a reservation");
    simulated.restart(None);
    assert_eq!((map(start, 1, handle), access(start, 1, BOTH, &[on(0)])), (DONE, DONE));
    assert_eq!(simulated.live(), 3);
    simulated.restart(Some(Fault { call: 1, for_good: true, out_of_memory: false }));
    assert_eq!(access(start, 1, NOBODY, &[on(0)]), FAILED);
    let left = || simulated.live();
    assert_eq!((unmap(start, 1), left()), (FAILED, 2));
    assert_eq!((release(handle), left()), (FAILED, 1));
    assert_eq!((give_back(start, 1), left()), (FAILED, 0));
}

#[test]
fn what_is_left_shows_and_the_end_of_the_process_ends_it() {
    let simulated = Simulated::load();
    let card = Opened::card(0);
    let array = Array::new(&[(on(0), 1), (HOST, 2)], &[on(0)]);
    let handle = create(HOST, 1);
    // The context; a handle, two mappings, and a reservation.
    assert_eq!(simulated.live(), 5);
    drop(card);
    assert_eq!((simulated.live(), simulated.abandoned()), (4, 0), "they are in no context");
    assert!(!simulated.cards(2), "a card's pages are in use");
    simulated.wipe();
    assert_eq!((simulated.live(), release(handle)), (0, INVALID));
    assert_eq!(unmap(array.address, 3), INVALID);
    assert_eq!(Opened::card(0).free_memory(), (1 << 30, 1 << 30));
}

#[test]
fn pages_of_a_card_that_is_lost_take_with_them_who_uses_them() {
    let simulated = Simulated::with_cards(3);
    let ecc = CUresult::CUDA_ERROR_ECC_UNCORRECTABLE;
    // What it is that uses them, and whether it can be told not to.
    for (what, ends) in
        [("beside", false), ("copy", true), ("queued", true), ("kernel beside", false), ("kernel", true)]
    {
        let (lost, user, other) = (Opened::card(0), Opened::card(1), Opened::card(2));
        let array = Array::new(&[(on(1), 1), (on(0), 1), (HOST, 1)], &[on(0), on(1)]);
        let theirs = Array::new(&[(on(2), 1)], &[on(2)]);
        let (memory, stream, function) = (user.memory(32), user.stream(), user.fill());
        let (function_there, stream_there) = (other.fill(), other.stream());
        user.enter();
        assert_eq!(
            cu!(cuMemsetD8Async(array.page(if what == "queued" { 1 } else { 2 }), 3, 2, stream)),
            DONE
        );
        simulated.restart(None);
        simulated.lose(0, 1, ecc);
        lost.enter();
        assert_eq!(cu!(cuCtxSynchronize()), ecc);
        assert_eq!(try_create(on(0), PAGE), Err(ecc), "it has no new pages");
        assert_eq!(release(create(on(1), 1)), DONE, "others do, whatever the thread's context");

        user.enter();
        let code = match what {
            "beside" => write(array.page(1) - 1, b"x"),
            "copy" => write(array.page(1) - 1, b"xy"),
            "queued" => cu!(cuStreamSynchronize(stream)),
            _ => match launch(function, if what == "kernel" { array.page(0) } else { memory }, stream) {
                DONE => cu!(cuStreamSynchronize(stream)),
                code => code,
            },
        };
        let expected = if ends { FAILED } else { DONE };
        assert_eq!((code, cu!(cuCtxSynchronize())), (expected, expected), "{what}");
        if !ends {
            assert_eq!(user.bytes(array.page(2)), [3, 3]);
        }

        other.enter();
        assert_eq!(launch(function_there, theirs.address, stream_there), DONE);
        assert_eq!(cu!(cuStreamSynchronize(stream_there)), DONE, "who has no access goes on: {what}");
        // They are given back as ever, and then kernels run again.
        array.end();
        theirs.end();
        if !ends {
            user.enter();
            assert_eq!(launch(function, memory, stream), DONE);
            assert_eq!(cu!(cuStreamSynchronize(stream)), DONE);
        }
        drop((lost, user, other));
        assert_eq!((simulated.live(), simulated.failed().as_deref()), (0, Some("cuCtxSynchronize")));
        simulated.restart(None);
    }
}
