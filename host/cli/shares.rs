//! What each device did of a job: heard of while the job runs, and printed when it is done.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use motherlode::mine::{Context, DeviceShare, MineError};
use motherlode::runtime::Team;
use parking_lot::{Mutex, MutexGuard};
use serde::Serialize;

use super::hints;
use super::report::seconds;
use super::status::Status;

/// What has been heard of the devices of a team.
#[derive(Debug)]
pub struct Shares {
    /// What the first device is called.
    first: String,
    heard: Mutex<Vec<Heard>>,
}

/// What has been heard of a device.
#[derive(Debug)]
struct Heard {
    device: String,
    tasks: u64,
    busy: Duration,
    /// Why its tasks went to the others.
    left_out: Option<String>,
}

impl Shares {
    /// Nothing yet, of the devices of `team`.
    pub fn of(team: &Team) -> Arc<Shares> {
        Arc::new(Shares { first: team.first().to_string(), heard: Mutex::default() })
    }

    /// This context, whose job is heard of here; `status` shows a line for each device that is left out.
    pub fn heard_in(self: &Arc<Self>, context: Context, status: &Arc<Status>) -> Context {
        let shares = self.clone();
        let context = context.shares(move |device, share| shares.add(device, share));
        let (shares, status) = (self.clone(), status.clone());
        context.left_out(move |device, why| {
            if shares.leave_out(device, why) {
                let hint = hints::of(why).map_or(String::new(), |hint| format!(" ({hint})"));
                status.complain(format_args!(
                    "{device}: left out, and its tasks go to the other devices: {why}{hint}"
                ));
            }
        })
    }

    /// A device has done a part. What one device does alone comes without a name.
    fn add(&self, device: &str, share: DeviceShare) {
        let device = if device.is_empty() { &self.first } else { device };
        self.with(device, |heard| {
            heard.tasks += share.tasks;
            heard.busy += share.busy;
        });
    }

    /// A device takes no part any more. Says whether that is news: it may be told for each part of a job.
    fn leave_out(&self, device: &str, why: &MineError) -> bool {
        self.with(device, |heard| {
            let news = heard.left_out.is_none();
            heard.left_out.get_or_insert_with(|| why.to_string());
            news
        })
    }

    fn with<T>(&self, device: &str, change: impl FnOnce(&mut Heard) -> T) -> T {
        let mut all = self.lock();
        let place = all.iter().position(|heard| heard.device == device).unwrap_or_else(|| {
            all.push(Heard::nothing(device.to_owned()));
            all.len() - 1
        });
        change(&mut all[place])
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Heard>> {
        self.heard.lock()
    }

    /// What to print of the devices of `team`: of those that join only when the work takes long enough, the ones that
    /// did.
    pub fn report(&self, team: &Team) -> DevicesReport {
        let mut all = self.lock();
        let mut take = |name: String| match all.iter().position(|heard| heard.device == name) {
            Some(place) => all.swap_remove(place),
            None => Heard::nothing(name),
        };
        let mut devices = vec![take(self.first.clone())];
        for other in team.others() {
            let heard = take(other.to_string());
            if other.patience().is_zero() || heard.is_of_use() {
                devices.push(heard);
            }
        }
        DevicesReport::of(devices)
    }
}

impl Heard {
    fn nothing(device: String) -> Heard {
        Heard { device, tasks: 0, busy: Duration::ZERO, left_out: None }
    }

    /// Whether there is anything to say of the device.
    fn is_of_use(&self) -> bool {
        self.tasks > 0 || self.left_out.is_some()
    }
}

/// What a job ran on: one device, or several and what each did.
#[derive(Debug, Serialize)]
pub struct DevicesReport {
    /// The devices, with commas between.
    device: String,
    /// What each of several did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    devices: Vec<DeviceReport>,
}

/// What one of several devices did.
#[derive(Debug, Serialize)]
struct DeviceReport {
    device: String,
    tasks: u64,
    /// Of all tasks, from 0 to 1.
    share: f64,
    busy_seconds: f64,
    /// Why its tasks went to the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
}

impl DevicesReport {
    fn of(heard: Vec<Heard>) -> DevicesReport {
        let names: Vec<&str> = heard.iter().map(|heard| &heard.device[..]).collect();
        let device = names.join(", ");
        if heard.len() == 1 {
            return DevicesReport { device, devices: Vec::new() };
        }
        let all: u64 = heard.iter().map(|heard| heard.tasks).sum();
        let report = |Heard { device, tasks, busy, left_out }| DeviceReport {
            device,
            tasks,
            share: tasks as f64 / all.max(1) as f64,
            busy_seconds: busy.as_secs_f64(),
            left_out,
        };
        DevicesReport { device, devices: heard.into_iter().map(report).collect() }
    }
}

impl fmt::Display for DevicesReport {
    /// A line for each device.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.devices.is_empty() {
            return writeln!(f, "device  {}", self.device);
        }
        let mut heading = "device";
        for device in &self.devices {
            writeln!(f, "{:<8}{device}", std::mem::take(&mut heading))?;
        }
        Ok(())
    }
}

impl fmt::Display for DeviceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DeviceReport { device, tasks, share, busy_seconds, left_out } = self;
        let part = || format!("{:.1}% of the tasks, busy {}", 100.0 * share, seconds(*busy_seconds));
        match (tasks, left_out) {
            (0, None) => write!(f, "{device}: no tasks"),
            (0, Some(why)) => write!(f, "{device}: left out: {why}"),
            (_, None) => write!(f, "{device}: {}", part()),
            (_, Some(why)) => write!(f, "{device}: {}, then left out: {why}", part()),
        }
    }
}

#[cfg(test)]
mod tests {
    use motherlode::runtime::{Device, RuntimeError};
    use serde_json::json;

    use super::*;

    fn heard(device: &str, tasks: u64, millis: u64, left_out: Option<&str>) -> Heard {
        let (device, busy) = (device.to_owned(), Duration::from_millis(millis));
        Heard { device, tasks, busy, left_out: left_out.map(str::to_owned) }
    }

    #[test]
    fn one_device_has_its_name_alone() {
        let report = DevicesReport::of(vec![heard("cpu (2 threads)", 7, 5, None)]);
        assert_eq!(report.to_string(), "device  cpu (2 threads)\n");
        assert_eq!(serde_json::to_string(&report).unwrap(), r#"{"device":"cpu (2 threads)"}"#);
    }

    #[test]
    fn each_of_several_devices_has_a_line() {
        let report = DevicesReport::of(vec![
            heard("cuda:0 (Fast)", 750, 1200, None),
            heard("cuda:1 (Slow)", 250, 1100, Some("it is gone")),
            heard("cuda:2", 0, 0, None),
            heard("cuda:3", 0, 0, Some("it is old")),
        ]);
        let lines = "device  cuda:0 (Fast): 75.0% of the tasks, busy 1.2s\n        \
                     cuda:1 (Slow): 25.0% of the tasks, busy 1.1s, then left out: it is gone\n        \
                     cuda:2: no tasks\n        \
                     cuda:3: left out: it is old\n";
        assert_eq!(report.to_string(), lines);
        let expected = json!({
            "device": "cuda:0 (Fast), cuda:1 (Slow), cuda:2, cuda:3",
            "devices": [
                {"device": "cuda:0 (Fast)", "tasks": 750, "share": 0.75, "busy_seconds": 1.2},
                {"device": "cuda:1 (Slow)", "tasks": 250, "share": 0.25, "busy_seconds": 1.1, "left_out": "it is gone"},
                {"device": "cuda:2", "tasks": 0, "share": 0.0, "busy_seconds": 0.0},
                {"device": "cuda:3", "tasks": 0, "share": 0.0, "busy_seconds": 0.0, "left_out": "it is old"},
            ],
        });
        assert_eq!(serde_json::to_value(&report).unwrap(), expected);
    }

    /// No task was dealt: nothing is divided by 0.
    #[test]
    fn several_devices_without_work() {
        let report = DevicesReport::of(vec![heard("a", 0, 0, None), heard("b", 0, 0, None)]);
        assert!(report.devices.iter().all(|device| device.share == 0.0), "{report:?}");
    }

    #[test]
    fn a_device_is_left_out_once_and_for_the_first_reason() {
        let shares = Shares::of(&Team::from(&Device::cpu(None)));
        assert!(shares.leave_out("cuda:1", &RuntimeError::NoCard.into()));
        assert!(!shares.leave_out("cuda:1", &RuntimeError::Deadline.into()));
        assert!(shares.leave_out("cuda:2", &RuntimeError::Deadline.into()));
        let reason = shares.lock()[0].left_out.clone();
        assert_eq!(reason, Some(RuntimeError::NoCard.to_string()));
    }

    #[test]
    fn parts_without_a_name_are_the_first_devices() {
        let cpu = Device::cpu(None);
        let shares = Shares::of(&Team::from(&cpu));
        let part = |tasks| DeviceShare { tasks, busy: Duration::from_secs(tasks) };
        shares.add("", part(2));
        shares.add(&cpu.to_string(), part(3));
        let all = shares.lock();
        assert_eq!((all.len(), all[0].tasks, all[0].busy), (1, 5, Duration::from_secs(5)));
    }

    #[cfg(feature = "emulated")]
    #[test]
    fn the_tasks_of_a_job_are_shared_among_the_devices() {
        use motherlode::graph::generate;
        use motherlode::mine::{CountOptions, count};
        use motherlode::pattern::Pattern;

        let others = [Device::emulated(1), Device::emulated(2)];
        let team = Team::of(&Device::cpu(None), &others);
        let (shares, status) = (Shares::of(&team), Arc::new(Status::new("")));
        let context = shares.heard_in(Context::default(), &status);
        let graph = generate::complete(12).unwrap();
        let house = Pattern::parse("house").unwrap();
        let options = CountOptions::default().context(context);
        assert_eq!(count(&graph, &house, &team, &options).unwrap().count, 792 * 60);
        let report = shares.report(&team);
        let names: Vec<&str> = report.devices.iter().map(|device| &device.device[..]).collect();
        assert_eq!(names, [&team.first().to_string()[..], "emulated (seed 1)", "emulated (seed 2)"]);
        let tasks: u64 = report.devices.iter().map(|device| device.tasks).sum();
        assert!(tasks >= 12, "{report:?}");
    }
}
