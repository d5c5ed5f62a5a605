//! Arrays belong to a device: what one device has is refused by another, and any thread may use and free it.

use motherlode::primitives::Primitives;
use motherlode::runtime::{Device, Grid, RuntimeError};
use motherlode_device::kernels::fill::{Fill, FillArgs};
use testing::common::devices;

const GRID: Grid = Grid { blocks: 2, warps: 2, shared_bytes: 0 };

#[test]
fn an_array_of_another_device_is_refused() {
    for device in devices() {
        let other = Device::cpu(None);
        let mut theirs = other.zeroed::<u32>(100).unwrap();
        // SAFETY: the kernel writes the array that it is given, requires nothing else, and nobody else has the array.
        let lend = unsafe { device.lend() };
        let args = FillArgs { values: lend.scratch(&mut theirs), seed: 1 };
        let refused = lend.launch::<Fill>(GRID, &args).unwrap_err();
        assert!(matches!(refused, RuntimeError::OtherDevice { kernel: "fill", .. }), "{refused}");
        assert_eq!(theirs.download().unwrap(), [0; 100], "nothing was written");
        let error = refused.to_string();
        assert!(error.contains(&device.to_string()), "it names the device: {error}");
    }
}

#[test]
fn primitives_refuse_arrays_of_another_device() {
    for device in devices() {
        let lengths = Device::cpu(None).copied(&[3u32, 0, 4]).unwrap();
        let mut offsets = device.zeroed::<u64>(4).unwrap();
        let refused = Primitives::new(&device).exclusive_scan(lengths.slice(), offsets.scratch());
        assert!(matches!(refused, Err(RuntimeError::OtherDevice { .. })), "{device}: {refused:?}");
    }
}

#[test]
fn arrays_go_to_other_threads_and_keep_their_device() {
    for device in devices() {
        let (limit, name) = (device.budget().limit(), device.to_string());
        let budget = device.budget().clone();
        let array = device.copied(&[5u32, 6, 7]).unwrap();
        drop(device);
        let thread = std::thread::spawn(move || {
            assert_eq!(array.device().to_string(), name);
            array.download().unwrap()
        });
        assert_eq!(thread.join().unwrap(), [5, 6, 7]);
        assert_eq!(budget.left(), limit, "freed on the other thread");
    }
}

#[test]
fn several_threads_launch_on_one_device() {
    for device in devices() {
        let fill = |seed: u64| {
            let mut values = device.zeroed::<u32>(3000).unwrap();
            // SAFETY: the kernel writes the array that it is given, which this thread alone has.
            let lend = unsafe { device.lend() };
            let args = FillArgs { values: lend.scratch(&mut values), seed };
            lend.launch::<Fill>(GRID, &args).unwrap();
            values.download().unwrap()
        };
        let expected: Vec<Vec<u32>> = (0..4).map(fill).collect();
        let together: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|seed| scope.spawn(move || fill(seed))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(together == expected, "{device}");
    }
}
