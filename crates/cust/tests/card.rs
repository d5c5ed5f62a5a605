//! The driver, where there is one; and that nothing panics where there is none.

use std::thread;

use cust::context::{Context, CurrentContext};
use cust::device::{Device, DeviceAttribute};
use cust::error::CudaError;
use cust::event::{Event, EventFlags, EventStatus};
use cust::function::FunctionAttribute;
use cust::memory::{AsyncCopyDestination, CopyDestination, DeviceBuffer, LockedBuffer, mem_get_info};
use cust::module::Module;
use cust::stream::{Stream, StreamFlags, StreamWaitEventFlags};
use cust::{CudaApiVersion, CudaFlags};

/// Adds `amount` to the element of each thread of a block.
const PTX: &str = "
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 factor = 1;
.visible .entry add(.param .u64 array, .param .u32 amount)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [array];
    ld.param.u32 %r1, [amount];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r3, [%rd3];
    ld.global.u32 %r4, [factor];
    mad.lo.u32 %r5, %r1, %r4, %r3;
    st.global.u32 [%rd3], %r5;
    ret;
}
";

/// The first card, or nothing where there is none.
fn card() -> Option<Device> {
    match cust::init(CudaFlags::empty()) {
        Err(CudaError::SharedObjectInitFailed | CudaError::NoDevice) => None,
        started => {
            started.unwrap();
            Some(Device::get_device(0).unwrap())
        }
    }
}

#[test]
fn without_a_context_there_is_an_error() {
    // A thread of its own, whose context nobody has set.
    let results = thread::spawn(|| {
        let length = 10;
        [
            Stream::new(StreamFlags::DEFAULT, None).map(drop).unwrap_err(),
            Event::new(EventFlags::DEFAULT).map(drop).unwrap_err(),
            Module::from_ptx(PTX, &[]).map(drop).unwrap_err(),
            DeviceBuffer::from_slice(&[1u8]).map(drop).unwrap_err(),
            LockedBuffer::new(&1u8, length).map(drop).unwrap_err(),
            mem_get_info().map(drop).unwrap_err(),
            CurrentContext::synchronize().unwrap_err(),
        ]
    });
    assert_eq!(results.join().unwrap(), [CudaError::InvalidContext; 7]);
}

#[test]
fn without_a_driver_there_is_an_error() {
    if CudaApiVersion::get().is_ok() {
        return;
    }
    let missing = Some(CudaError::SharedObjectInitFailed);
    assert_eq!(cust::init(CudaFlags::empty()).err(), missing);
    assert_eq!(Device::num_devices().err(), missing);
    assert_eq!(Device::get_device(0).err(), missing);
}

#[test]
fn a_kernel_changes_an_array() {
    let Some(card) = card() else { return };
    let _context = Context::new(card).unwrap();
    let stream = Stream::new(StreamFlags::NON_BLOCKING, None).unwrap();
    let module = Module::from_ptx(PTX, &[]).unwrap();
    let array = DeviceBuffer::from_slice(&[10u32, 20, 30, 40]).unwrap();
    let mut factor = module.get_global::<u32>(c"factor").unwrap();
    factor.copy_from(&3).unwrap();
    let mut read = 0;
    factor.copy_to(&mut read).unwrap();
    assert_eq!(read, 3);
    assert_eq!(module.get_global::<u64>(c"factor").err(), Some(CudaError::InvalidValue));
    assert_eq!(module.get_function("subtract").err(), Some(CudaError::NotFound));

    let add = module.get_function("add").unwrap();
    assert!(add.get_attribute(FunctionAttribute::MaxThreadsPerBlock).unwrap() >= 4);
    assert!(add.max_active_blocks_per_multiprocessor(128.into(), 0).unwrap() > 0);
    let (start, end) =
        (Event::new(EventFlags::DEFAULT).unwrap(), Event::new(EventFlags::BLOCKING_SYNC).unwrap());
    start.record(&stream).unwrap();
    // SAFETY: the kernel takes an address of as many elements as there are threads, which stay alive, and a number.
    unsafe { cust::launch!(add<<<1, 3, 0, stream>>>(array.as_device_ptr().as_raw(), 2u32)) }.unwrap();
    end.record(&stream).unwrap();
    end.synchronize().unwrap();
    assert_eq!(end.query(), Ok(EventStatus::Ready));
    assert!(end.elapsed(&start).unwrap().as_secs() < 10);
    let mut back = [0; 4];
    array.copy_to(&mut back[..]).unwrap();
    assert_eq!(back, [16, 26, 36, 40]);
    let mut part = [0; 2];
    array.index(2..).copy_to(&mut part[..]).unwrap();
    assert_eq!(part, [36, 40]);
}

#[test]
fn copies_on_a_stream_and_between_streams() {
    let Some(card) = card() else { return };
    let _context = Context::new(card).unwrap();
    let stream = || Stream::new(StreamFlags::NON_BLOCKING, None).unwrap();
    let (up, down) = (stream(), stream());
    let pinned = LockedBuffer::from_slice(&[1u64 << 40, 2, 3]).unwrap();
    let mut back = LockedBuffer::new(&0u64, 3).unwrap();
    // SAFETY: every element is written by a copy before one is read.
    let mut array = unsafe { DeviceBuffer::<u64>::uninitialized(3) }.unwrap();
    // SAFETY: both streams are waited for before anything is dropped or looked at.
    unsafe { array.async_copy_from(&pinned, &up) }.unwrap();
    let sent = Event::new(EventFlags::DISABLE_TIMING).unwrap();
    sent.record(&up).unwrap();
    down.wait_event(sent, StreamWaitEventFlags::DEFAULT).unwrap();
    // SAFETY: as above.
    unsafe { array.async_copy_to(&mut back, &down) }.unwrap();
    down.synchronize().unwrap();
    assert_eq!(back[..], [1 << 40, 2, 3]);
    assert_eq!(LockedBuffer::from_slice(&[0u8; 0]).unwrap().len(), 0);
    assert!(DeviceBuffer::from_slice(&[0u8; 0]).unwrap().is_empty());
}

/// What is made in a context may be dropped anywhere, and after the context.
#[test]
fn drops_on_other_threads_and_after_the_context() {
    let Some(card) = card() else { return };
    let context = Context::new(card).unwrap();
    let array = DeviceBuffer::from_slice(&vec![7u8; 64 << 20]).unwrap();
    let made = (Event::new(EventFlags::DEFAULT).unwrap(), Module::from_ptx(PTX, &[]).unwrap());
    let pinned = LockedBuffer::new(&1u8, 1 << 20).unwrap();
    drop(context);
    let mut back = vec![0; 64 << 20];
    array.copy_to(&mut back[..]).unwrap();
    assert!(back.iter().all(|byte| *byte == 7));
    thread::spawn(move || drop((array, made, pinned))).join().unwrap();
    assert_eq!(CurrentContext::synchronize(), Err(CudaError::InvalidContext), "nothing keeps the context");
    let context = Context::new(card).unwrap();
    let on_another = context.clone();
    let sum = thread::spawn(move || {
        CurrentContext::set_current(&on_another).unwrap();
        let (free, total) = mem_get_info().unwrap();
        assert!(free <= total && total > 0);
        let mut back = [0u32; 2];
        DeviceBuffer::from_slice(&[20u32, 22]).unwrap().copy_to(&mut back[..]).unwrap();
        back.iter().sum::<u32>()
    });
    assert_eq!(sum.join().unwrap(), 42);
}

#[test]
fn a_card_has_properties() {
    let Some(card) = card() else { return };
    assert!(Device::num_devices().unwrap() >= 1);
    assert!(!card.name().unwrap().is_empty() && card.total_memory().unwrap() > 1 << 30);
    assert_eq!(card.get_attribute(DeviceAttribute::WarpSize), Ok(32));
    let optin = card.get_attribute(DeviceAttribute::MaxSharedMemoryPerBlockOptin).unwrap();
    assert!(optin >= card.get_attribute(DeviceAttribute::MaxSharedMemoryPerBlock).unwrap());
    assert!(Device::get_device(u32::MAX).is_err());
}
