//! A plan as a drawing shows it: a row for each vertex of the pattern.

use motherlode::pattern::Pattern;
use motherlode::plan::Explanation;

/// What a plan does with a vertex of its pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepRole {
    /// It is fixed, again and again.
    Walked,
    /// It is counted at the end.
    Counted,
    /// It must not exist.
    Absent,
}

/// What a plan does with one vertex of its pattern.
pub struct PlanStep {
    /// The vertex, by its number in the pattern.
    pub vertex: usize,
    pub role: StepRole,
    /// The set that it is drawn from, and the operations that follow.
    pub words: Vec<String>,
    /// How often it is fixed, if it is.
    pub times: Option<StepCost>,
}

/// How often a vertex is fixed, and what that costs.
pub struct StepCost {
    /// As the cost model has it.
    pub expected: f64,
    /// As it came to on the graph, if the plan was walked.
    pub actual: Option<f64>,
    /// The part that its work has in all of the plan's: 0 to 1.
    pub share: f64,
}

/// The steps of a plan for `pattern`: its vertices in matching order, and then those that must not exist.
pub fn steps(pattern: &Pattern, plan: &Explanation) -> Vec<PlanStep> {
    let numbered = |name: &String| pattern.all_vertices().iter().position(|vertex| vertex.name == *name);
    let order =
        plan.order.iter().filter_map(numbered).chain(pattern.vertices()..pattern.all_vertices().len());
    let walked = plan.levels.len();
    order
        .enumerate()
        .map(|(row, vertex)| match plan.levels.get(row) {
            Some(level) => PlanStep {
                vertex,
                role: StepRole::Walked,
                words: [&level.candidates].into_iter().chain(&level.operations).cloned().collect(),
                times: Some(StepCost {
                    expected: level.visits,
                    actual: plan.analysis.as_ref().map(|analysis| analysis.visits[row].actual),
                    share: level.work / plan.work.max(f64::MIN_POSITIVE),
                }),
            },
            None if row < pattern.vertices() => PlanStep {
                vertex,
                role: StepRole::Counted,
                // One line is for all that are counted together.
                words: match row == walked {
                    true => plan.leaf.sets.iter().cloned().chain([plan.leaf.to_string()]).collect(),
                    false => Vec::new(),
                },
                times: None,
            },
            None => PlanStep {
                vertex,
                role: StepRole::Absent,
                words: plan
                    .leaf
                    .empty
                    .get(row - pattern.vertices())
                    .map(|set| format!("none in {set}"))
                    .into_iter()
                    .collect(),
                times: None,
            },
        })
        .collect()
}

/// A legend for the roles that occur.
pub fn roles(steps: &[PlanStep]) -> impl Iterator<Item = StepRole> {
    [StepRole::Walked, StepRole::Counted, StepRole::Absent]
        .into_iter()
        .filter(|role| steps.iter().any(|step| step.role == *role))
}

impl StepRole {
    /// What a legend says.
    pub fn name(self) -> &'static str {
        match self {
            StepRole::Walked => "walked",
            StepRole::Counted => "counted",
            StepRole::Absent => "must not exist",
        }
    }
}
