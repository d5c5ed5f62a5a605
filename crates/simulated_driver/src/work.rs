//! Doing what is queued, as late as the driver's rules allow.

use cust_raw::CUresult;

use crate::driver::{Answer, Driver};
use crate::streams::{KernelLaunch, QueuedWork};

impl Driver {
    /// Does what is queued on a stream of any card, up to `until`. A stream that is gone has done all.
    ///
    /// This ends: a stream waits only for what was queued on another before the wait was.
    pub fn advance(&mut self, stream: usize, until: u64) -> Answer<()> {
        let Some(card) = self.find(|card| card.streams.streams.contains_key(&stream)) else { return Ok(()) };
        self.cards[card].usable()?;
        while let Some(work) = self.cards[card].streams.next(stream, until) {
            self.do_work(card, work)?;
        }
        Ok(())
    }

    /// Does all that is queued on the streams of a card, whose context must not have been ended.
    pub fn finish(&mut self, card: usize) -> Answer<()> {
        self.cards[card].usable()?;
        let streams = self.cards[card].streams.streams.iter();
        let all: Vec<(usize, u64)> = streams.map(|(handle, stream)| (*handle, stream.queued())).collect();
        all.into_iter().try_for_each(|(stream, queued)| self.advance(stream, queued))
    }

    fn do_work(&mut self, card: usize, work: QueuedWork) -> Answer<()> {
        match work {
            QueuedWork::Wait { stream, until } => {
                // What fails there ends the context of that stream. If it is another card's, this one goes on, and
                // finds what the other has not done undone.
                let _ = self.advance(stream, until);
                self.cards[card].usable()
            }
            QueuedWork::Copy { from, to, bytes } => {
                self.still_there(card, from, bytes)?;
                self.still_there(card, to, bytes)?;
                // SAFETY: both ends are memory of so many bytes, as just checked.
                unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes) };
                Ok(())
            }
            QueuedWork::Write { from, to } => {
                self.still_there(card, to, from.len())?;
                // SAFETY: memory of so many bytes, as just checked.
                unsafe { std::ptr::copy(from.as_ptr(), to as *mut u8, from.len()) };
                Ok(())
            }
            QueuedWork::Set { to, value, bytes } => {
                self.still_there(card, to, bytes)?;
                // SAFETY: as above.
                unsafe { (to as *mut u8).write_bytes(value, bytes) };
                Ok(())
            }
            QueuedWork::Launch(launch) => self.run(card, &launch),
            QueuedWork::TooLate => self.end(card, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS),
        }
    }

    fn run(&mut self, card: usize, launch: &KernelLaunch) -> Answer<()> {
        let KernelLaunch { kernel, blocks, warps, shared_bytes, args, elsewhere } = launch;
        if let Some(address) = elsewhere.iter().find(|&&address| !self.reaches(card, address)) {
            let name = kernel.name;
            eprintln!("simulated driver: {name}: {address:#x} is gone, or not card {card}'s to use");
            return self.end(card, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        }
        if elsewhere.iter().any(|&address| self.has_lost_pages(address)) {
            eprintln!("simulated driver: {}: card {card} uses pages of a card that is lost", kernel.name);
            return self.end(card, CUresult::CUDA_ERROR_LAUNCH_FAILED);
        }
        // The same order in every run, and another for each kernel.
        let seed = u64::from(*blocks) ^ (kernel.name.len() as u64) << 32;
        // SAFETY: `args` are those that the program launched the kernel with, by the rules of the driver.
        let run = unsafe { (kernel.run)(*blocks, *warps, *shared_bytes, seed, args.as_ptr().cast()) };
        run.or_else(|fault| {
            eprintln!("simulated driver: {}: {fault}", kernel.name);
            self.end(card, CUresult::CUDA_ERROR_LAUNCH_FAILED)
        })
    }

    /// Ends a card's context with an error.
    pub fn end(&mut self, card: usize, code: CUresult) -> Answer<()> {
        self.cards[card].ended = Some(code);
        Err(code)
    }

    /// Has work that uses so many bytes from `address` on never be done, for they are about to be unmapped: copies of
    /// them, and kernels that were given an address there, or elsewhere in the same reservation. Tells whether there
    /// was any on a card whose context has not been ended.
    pub fn forget_work(&mut self, address: usize, bytes: usize) -> bool {
        let overlaps = |start: usize, length: usize| start < address + bytes && address < start + length;
        let array = self.mappings.reservation(address);
        let is_given =
            |word: &usize| array.is_some_and(|(start, bytes)| (start..start + bytes).contains(word));
        let mut any = false;
        for card in &mut self.cards {
            let found = card.streams.forget(|work| match work {
                QueuedWork::Copy { from, to, bytes } => overlaps(*from, *bytes) || overlaps(*to, *bytes),
                QueuedWork::Write { from, to } => overlaps(*to, from.len()),
                QueuedWork::Set { to, bytes, .. } => overlaps(*to, *bytes),
                QueuedWork::Launch(launch) => launch.elsewhere.iter().any(is_given),
                QueuedWork::Wait { .. } | QueuedWork::TooLate => false,
            });
            any |= found && card.ended.is_none();
        }
        any
    }
}
