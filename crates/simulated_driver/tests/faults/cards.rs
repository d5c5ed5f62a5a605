//! Several cards: whose what is, and what may cross from one to another.

use std::ptr::null_mut;

use cust_raw::{CUdevice, CUresult};

use crate::raw::{DONE, NEW, Opened, cu, launch};
use crate::simulated::Simulated;

#[test]
fn cards_differ_and_a_card_that_is_not_there_is_refused() {
    let simulated = Simulated::with_cards(3);
    assert_eq!(cu!(cuInit(0)), DONE);
    let mut count = 0;
    assert_eq!((cu!(cuDeviceGetCount(&mut count)), count), (DONE, 3));
    let described = [0, 1, 2].map(|card: CUdevice| {
        let (mut name, mut multiprocessors, mut bytes, mut bus) = ([0u8; 32], 0, 0, [0u8; 16]);
        let attribute = cust_raw::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        assert_eq!(cu!(cuDeviceGetName(name.as_mut_ptr().cast(), 32, card)), DONE);
        assert_eq!(cu!(cuDeviceGetAttribute(&mut multiprocessors, attribute, card)), DONE);
        assert_eq!(cu!(cuDeviceTotalMem_v2(&mut bytes, card)), DONE);
        assert_eq!(cu!(cuDeviceGetPCIBusId(bus.as_mut_ptr().cast(), 16, card)), DONE);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned();
        (text(&name), multiprocessors, bytes >> 20, text(&bus))
    });
    let expected = [
        ("Simulated card", 2, 1024, "0000:01:00.0"),
        ("Simulated card 1", 3, 960, "0000:02:00.0"),
        ("Simulated card 2", 4, 896, "0000:03:00.0"),
    ];
    assert_eq!(
        described,
        expected.map(|(name, number, bytes, bus)| (name.into(), number, bytes, bus.into()))
    );

    let (mut device, mut context) = (0, null_mut());
    assert_eq!(cu!(cuDeviceGet(&mut device, 3)), CUresult::CUDA_ERROR_INVALID_DEVICE);
    assert_eq!(cu!(cuDevicePrimaryCtxRetain(&mut context, 3)), CUresult::CUDA_ERROR_INVALID_DEVICE);
    let _first = Opened::card(0);
    assert!(!simulated.cards(2), "a card is in use");
}

#[test]
fn what_is_one_cards_is_refused_in_the_context_of_another() {
    let simulated = Simulated::with_cards(2);
    let (first, second) = (Opened::card(0), Opened::card(1));
    let (memory, stream, event, function) = (first.memory(100), first.stream(), first.event(), first.fill());
    assert_eq!(first.free_memory(), ((1 << 30) - 100, 1 << 30));
    assert_eq!(second.free_memory(), (15 << 26, 15 << 26), "the other's memory is not touched");

    let (own, own_stream) = (second.memory(32), second.stream());
    let (value, handle) = (CUresult::CUDA_ERROR_INVALID_VALUE, CUresult::CUDA_ERROR_INVALID_HANDLE);
    let mut byte = 0u8;
    assert_eq!(cu!(cuMemcpyHtoD_v2(memory, (&raw const byte).cast(), 1)), value);
    assert_eq!(cu!(cuMemcpyDtoH_v2((&raw mut byte).cast(), memory, 1)), value);
    assert_eq!(cu!(cuMemsetD8Async(memory, 1, 1, own_stream)), value);
    assert_eq!(cu!(cuMemFree_v2(memory)), value);
    assert_eq!(cu!(cuMemsetD8Async(own, 1, 1, stream)), handle);
    assert_eq!(cu!(cuEventRecord(event, own_stream)), handle);
    assert_eq!(cu!(cuStreamSynchronize(stream)), handle);
    assert_eq!(launch(function, own, own_stream), handle);
    assert_eq!(first.free_memory(), ((1 << 30) - 100, 1 << 30), "nothing was freed");

    assert_eq!(cu!(cuMemFree_v2(memory)), DONE);
    // Two contexts, a stream of each, an event, a module, and the second card's memory.
    assert_eq!((simulated.live(), simulated.abandoned()), (7, 0));
    drop(first);
    assert_eq!((simulated.live(), simulated.abandoned()), (3, 3));
    assert_eq!(second.bytes(own), [NEW; 32], "the other card's is still there");
}

#[test]
fn a_peer_copy_arrives_when_its_stream_is_waited_for() {
    let simulated = Simulated::with_cards(2);
    // The driver copies by way of the host where there is no link.
    for links in [true, false] {
        simulated.links(links);
        let (first, second) = (Opened::card(0), Opened::card(1));
        let (from, to, stream) = (first.memory(4), second.memory(4), second.stream());
        first.enter();
        assert_eq!(cu!(cuMemcpyHtoD_v2(from, b"abcd".as_ptr().cast(), 4)), DONE);
        second.enter();
        let copy =
            |to, from, bytes| cu!(cuMemcpyPeerAsync(to, second.context, from, first.context, bytes, stream));
        assert_eq!(copy(from, to, 4), CUresult::CUDA_ERROR_INVALID_VALUE, "each in the other's context");
        assert_eq!(copy(to, from, 5), CUresult::CUDA_ERROR_INVALID_VALUE, "more than there is");
        assert_eq!(copy(to, from, 4), DONE);
        assert_eq!(second.bytes(to), [NEW; 4], "nobody has waited");
        assert_eq!(cu!(cuStreamSynchronize(stream)), DONE);
        assert_eq!(&second.bytes(to), b"abcd");

        assert_eq!(cu!(cuMemcpyPeer(from, first.context, to + 2, second.context, 2)), DONE);
        assert_eq!(&first.bytes(from), b"cdcd");
    }
}

#[test]
fn an_event_of_one_card_orders_anothers_stream() {
    let _simulated = Simulated::with_cards(2);
    let (first, second) = (Opened::card(0), Opened::card(1));
    let (from, to) = (first.memory(2), second.memory(2));
    let (stream, event, other_stream) = (first.stream(), first.event(), second.stream());
    let copy = || cu!(cuMemcpyPeerAsync(to, second.context, from, first.context, 2, other_stream));
    first.enter();
    assert_eq!(cu!(cuMemsetD8Async(from, 7, 1, stream)), DONE);
    assert_eq!(cu!(cuEventRecord(event, stream)), DONE);
    assert_eq!(cu!(cuMemsetD8Async(from, 9, 2, stream)), DONE);

    second.enter();
    assert_eq!(copy(), DONE);
    assert_eq!(cu!(cuStreamSynchronize(other_stream)), DONE);
    assert_eq!(second.bytes(to), [NEW; 2], "a copy that waits for nothing is early");
    assert_eq!(cu!(cuStreamWaitEvent(other_stream, event, 0)), DONE);
    assert_eq!(copy(), DONE);
    assert_eq!(cu!(cuStreamSynchronize(other_stream)), DONE);
    assert_eq!(second.bytes(to), [7, NEW], "what is before the event is done, and nothing after it");

    first.enter();
    assert_eq!(cu!(cuEventRecord(event, stream)), DONE);
    second.enter();
    assert_eq!(cu!(cuEventQuery(event)), CUresult::CUDA_ERROR_NOT_READY);
    assert_eq!(cu!(cuEventSynchronize(event)), DONE);
    assert_eq!(cu!(cuEventQuery(event)), DONE);
    assert_eq!(first.bytes(from), [9, 9]);
}

#[test]
fn pinned_memory_is_so_for_all_cards() {
    let _simulated = Simulated::with_cards(2);
    let (first, second) = (Opened::card(0), Opened::card(1));
    let mut pinned = null_mut();
    first.enter();
    assert_eq!(cu!(cuMemAllocHost_v2(&mut pinned, 4)), DONE);
    let (to, stream) = (second.memory(4), second.stream());
    assert_eq!(cu!(cuMemcpyHtoDAsync_v2(to, pinned, 4, stream)), DONE);
    // SAFETY: pinned memory of four bytes, just allocated.
    unsafe { pinned.cast::<[u8; 4]>().write(*b"late") };
    assert_eq!(cu!(cuStreamSynchronize(stream)), DONE);
    assert_eq!(&second.bytes(to), b"late", "it is read when the copy's turn has come");
    assert_eq!(cu!(cuMemFreeHost(pinned)), DONE, "in the other card's context");
}

#[test]
fn links_are_there_unless_switched_off() {
    use cust_raw::CUdevice_P2PAttribute::*;
    let simulated = Simulated::with_cards(3);
    assert_eq!(cu!(cuInit(0)), DONE);
    let can_access = |card, peer| {
        let mut can = -1;
        assert_eq!(cu!(cuDeviceCanAccessPeer(&mut can, card, peer)), DONE);
        can
    };
    let attribute = |which, from, to| {
        let mut value = -1;
        (cu!(cuDeviceGetP2PAttribute(&mut value, which, from, to)), value)
    };
    let invalid_device = (CUresult::CUDA_ERROR_INVALID_DEVICE, -1);
    for on in [1, 0] {
        simulated.links(on != 0);
        assert_eq!([can_access(0, 1), can_access(2, 0), can_access(1, 1)], [on, on, 0]);
        assert_eq!(attribute(CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 2), (DONE, on));
        assert_eq!(attribute(CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK, 2, 0), (DONE, on));
        assert_eq!(attribute(CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 1, 1), invalid_device);
        assert_eq!(attribute(CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 3), invalid_device);
    }
    let (first, second) = (Opened::card(0), Opened::card(1));
    first.enter();
    let enable = |peer, flags| cu!(cuCtxEnablePeerAccess(peer, flags));
    assert_eq!(enable(second.context, 0), CUresult::CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
    simulated.links(true);
    assert_eq!(enable(second.context, 1), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(enable(first.context, 0), CUresult::CUDA_ERROR_INVALID_CONTEXT);
    assert_eq!(enable(second.context, 0), DONE);
    assert_eq!(enable(second.context, 0), CUresult::CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    second.enter();
    assert_eq!(enable(first.context, 0), DONE, "the other way is another access");
    drop(second);
    let second = Opened::card(1);
    first.enter();
    assert_eq!(enable(second.context, 0), DONE, "a new context is another peer");
}

#[test]
fn a_kernel_uses_a_peers_memory_only_with_access() {
    let _simulated = Simulated::with_cards(2);
    for access in [true, false] {
        let (first, second) = (Opened::card(0), Opened::card(1));
        let (own, peers) = (second.memory(32), first.memory(32));
        let (function, stream) = (second.fill(), second.stream());
        if access {
            assert_eq!(cu!(cuCtxEnablePeerAccess(first.context, 0)), DONE);
        }
        assert_eq!(launch(function, own, stream), DONE);
        assert_eq!(cu!(cuStreamSynchronize(stream)), DONE);
        let expected: [u8; 32] = second.bytes(own);
        assert_ne!(expected, [NEW; 32]);
        assert_eq!(launch(function, peers, stream), DONE);
        if access {
            assert_eq!(cu!(cuStreamSynchronize(stream)), DONE);
            assert_eq!(first.bytes(peers), expected);
        } else {
            let illegal = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
            assert_eq!(cu!(cuStreamSynchronize(stream)), illegal);
            assert_eq!(cu!(cuCtxSynchronize()), illegal, "that has ended the context");
            assert_eq!(first.bytes(peers), [NEW; 32], "and not the other card's");
        }
    }
}

#[test]
fn memory_that_is_freed_before_its_copy_is_done_is_noticed() {
    let _simulated = Simulated::with_cards(2);
    let (first, second) = (Opened::card(0), Opened::card(1));
    let (from, to, stream) = (first.memory(4), second.memory(4), second.stream());
    assert_eq!(cu!(cuMemcpyPeerAsync(to, second.context, from, first.context, 4, stream)), DONE);
    first.enter();
    assert_eq!(cu!(cuMemFree_v2(from)), DONE);
    second.enter();
    assert_eq!(cu!(cuStreamSynchronize(stream)), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}
