//! A card that is lost takes no other with it; and jobs on several cards side by side.

use std::ffi::c_int;
use std::thread;

use cust_raw::CUresult;
use motherlode::mine::MineError;
use motherlode::runtime::{Choice, Device, Team};
use testing::jobs::{self, JobRow};

use crate::names_the_call;
use crate::raw::{DONE, NEW, Opened, cu};
use crate::simulated::Simulated;

#[test]
fn a_lost_card_does_nothing_more_and_the_other_goes_on() {
    let simulated = Simulated::with_cards(2);
    let ecc = CUresult::CUDA_ERROR_ECC_UNCORRECTABLE;
    let (first, second) = (Opened::card(0), Opened::card(1));
    let (from, to) = (first.memory(2), second.memory(2));
    let (stream, event, other_stream) = (first.stream(), first.event(), second.stream());
    first.enter();
    assert_eq!(cu!(cuMemsetD8Async(from, 7, 2, stream)), DONE);
    assert_eq!(cu!(cuEventRecord(event, stream)), DONE);
    second.enter();
    assert_eq!(cu!(cuStreamWaitEvent(other_stream, event, 0)), DONE);
    assert_eq!(cu!(cuMemcpyPeerAsync(to, second.context, from, first.context, 2, other_stream)), DONE);

    simulated.restart(None);
    simulated.lose(0, 2, ecc);
    first.enter();
    let mut info = (0, 0);
    assert_eq!(cu!(cuMemGetInfo_v2(&mut info.0, &mut info.1)), DONE);
    assert_eq!(cu!(cuStreamSynchronize(stream)), ecc);
    assert_eq!(cu!(cuMemGetInfo_v2(&mut info.0, &mut info.1)), ecc, "and so it stays");
    assert_eq!((simulated.card_calls(0), simulated.card_calls(1)), (3, 0));
    assert_eq!(simulated.failed().as_deref(), Some("cuStreamSynchronize"));

    second.enter();
    assert_eq!(cu!(cuEventQuery(event)), ecc);
    assert_eq!(cu!(cuMemcpyPeer(to, second.context, from, first.context, 2)), ecc);
    assert_eq!(cu!(cuStreamSynchronize(other_stream)), DONE);
    assert_eq!(second.bytes(to), [NEW; 2], "the lost card has not written what was to be copied");
    assert_eq!(cu!(cuMemsetD8Async(to, 5, 2, other_stream)), DONE);
    assert_eq!(cu!(cuStreamSynchronize(other_stream)), DONE);
    assert_eq!(second.bytes(to), [5, 5]);

    // What is given back is, and a new context is as lost as the last, until the test says otherwise.
    first.enter();
    assert_eq!(cu!(cuMemFree_v2(from)), ecc);
    assert_eq!(cu!(cuStreamDestroy_v2(stream)), ecc);
    assert_eq!(cu!(cuEventDestroy_v2(event)), ecc);
    drop(first);
    assert_eq!((simulated.live(), simulated.abandoned()), (3, 0));
    let again = Opened::card(0);
    again.enter();
    assert_eq!(cu!(cuCtxSynchronize()), ecc);
    drop(again);
    simulated.restart(None);
    let again = Opened::card(0);
    again.enter();
    assert_eq!(cu!(cuCtxSynchronize()), DONE);
}

/// A job on a device of each of two cards, in threads side by side.
fn on_both(job: JobRow) -> [Result<String, MineError>; 2] {
    thread::scope(|scope| {
        let run =
            |card| scope.spawn(move || job.answer(&Team::from(&Device::open(Choice::Cuda(card), None)?)));
        [0, 1].map(run).map(|thread| thread.join().unwrap())
    })
}

#[test]
fn jobs_run_on_two_cards_side_by_side() {
    let simulated = Simulated::with_cards(2);
    for job in jobs::all() {
        let expected = job.answer(&Team::from(&Device::cpu(None))).unwrap();
        for result in on_both(job) {
            assert_eq!(result.unwrap(), expected, "{}", job.name);
        }
        assert_eq!((simulated.live(), simulated.abandoned()), (0, 0), "{} gives everything back", job.name);
    }
}

#[test]
fn one_card_may_be_lost_at_any_call_while_the_other_works() {
    let simulated = Simulated::with_cards(2);
    let job = jobs::named("houses by a walk");
    simulated.restart(None);
    let expected = on_both(job)[0].as_ref().unwrap().clone();
    let calls: c_int = simulated.card_calls(1).try_into().unwrap();
    assert!(calls > 20 && simulated.card_calls(0) > 20, "{calls} calls");
    let (mut tried, mut reached) = (0, 0);
    for call in (1..=calls).step_by(3) {
        simulated.restart(None);
        simulated.lose(1, call as u64, CUresult::CUDA_ERROR_LAUNCH_FAILED);
        let [kept, lost] = on_both(job);
        assert_eq!(kept.unwrap(), expected, "card 1 lost at its call {call}");
        match &lost {
            Ok(answer) => assert_eq!(answer, &expected, "card 1 lost at its call {call}"),
            Err(error) => assert!(names_the_call(error), "card 1 lost at its call {call}: {error:?}"),
        }
        // Which card takes what is a matter of time, and so is whether it comes to its last calls.
        assert!(simulated.failed().is_some() || lost.is_ok(), "card 1 lost at its call {call}");
        (tried, reached) = (tried + 1, reached + u32::from(simulated.failed().is_some()));
        let left = (simulated.live(), simulated.abandoned());
        assert_eq!(left, (0, 0), "card 1 lost at its call {call}");
    }
    assert!(reached > tried / 2, "card 1 has {reached} of {tried} calls");
}
