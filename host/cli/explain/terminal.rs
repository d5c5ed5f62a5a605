//! A plan drawn in characters: the pattern as an arc diagram, its vertices in matching order, and beside each what is
//! done with it, and the part that this has in all of the work.

use std::fmt::{self, Display};

use motherlode::pattern::{LinkKind, Pattern};
use motherlode::plan::Explanation;

use super::arcs::Arcs;
use super::steps::{PlanStep, StepCost, StepRole, roles, steps};
use crate::draw::bar;

/// Characters of a bar that stands for all of the work.
const BAR: usize = 10;

/// Draws the plan for `pattern`.
pub fn drawing(pattern: &Pattern, plan: &Explanation) -> impl Display {
    let steps = steps(pattern, plan);
    let row = |vertex| steps.iter().position(|step| step.vertex == vertex).unwrap_or(0);
    let arcs = Arcs::new(pattern.links(), row);
    let width = |lengths: &mut dyn Iterator<Item = &str>| {
        lengths.map(|words| words.chars().count()).max().unwrap_or(0)
    };
    let names = width(&mut steps.iter().map(|step| pattern.all_vertices()[step.vertex].name.as_str()));
    let words = width(&mut steps.iter().flat_map(|step| step.words.iter().map(String::as_str)));

    let mut lines =
        vec![format!("{}, restrictions {}", plan.pattern, none_or(&plan.restrictions)), String::new()];
    for (row, step) in steps.iter().enumerate() {
        let name = &pattern.all_vertices()[step.vertex].name;
        let (first, more) = step.words.split_first().map_or(("", &[][..]), |(first, more)| (first, more));
        let (mark, beside) = (mark(step.role), arcs.beside(row));
        let times = step.times.as_ref().map_or(String::new(), times);
        lines.push(format!("{mark} {name:names$} {beside}  {first:words$}  {times}"));
        let below = arcs.below(row);
        lines.extend(more.iter().map(|words| format!("  {:names$} {below}  {words}", "")));
    }
    lines.extend([String::new(), legend(pattern, &steps)]);
    fmt::from_fn(move |f| lines.iter().try_for_each(|line| writeln!(f, "{}", line.trim_end())))
}

fn none_or(restrictions: &[String]) -> String {
    if restrictions.is_empty() { "none".to_owned() } else { restrictions.join(", ") }
}

fn mark(role: StepRole) -> char {
    match role {
        StepRole::Walked => '●',
        StepRole::Counted => '○',
        StepRole::Absent => '✕',
    }
}

fn times(StepCost { expected, actual, share }: &StepCost) -> String {
    let actual = actual.map_or(String::new(), |actual| format!(" ({actual:.2e} in fact)"));
    format!("{} {:>3.0}% of work, {expected:.2e} times{actual}", bar(*share, BAR), share * 100.0)
}

/// What the signs that occur stand for.
fn legend(pattern: &Pattern, steps: &[PlanStep]) -> String {
    let has = |kinds: &[LinkKind]| pattern.links().iter().any(|link| kinds.contains(&link.kind));
    let mut signs: Vec<String> = roles(steps).map(|role| format!("{} {}", mark(role), role.name())).collect();
    if has(&[LinkKind::Forward, LinkKind::Backward]) {
        signs.push("▲ ▼ head of an arc".to_owned());
    }
    if has(&[LinkKind::Absent]) {
        signs.push("┊ not adjacent".to_owned());
    }
    if has(&[LinkKind::NoForward, LinkKind::NoBackward]) {
        signs.push("┊ △ ▽ no arc".to_owned());
    }
    signs.join("   ")
}
