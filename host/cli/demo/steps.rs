//! The questions of the demo: each is asked as the command asks it that stands beside it.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use motherlode::graph::Graph;
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::at_vertices;
use motherlode::mine::null::{NullModel, NullOptions};
use motherlode::mine::significance::{SampleCounts, Sampling, Significance, Statistic};
use motherlode::mine::{Context, CountOptions, MotifCount, Placed, VertexOrder, cores, max_clique, motifs};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching};
use motherlode::runtime::Team;

use super::page::DemoStep;
use crate::cliques::in_words;
use crate::draw::{ChartColumn, bars, columns, square};
use crate::report::count_of;
use crate::significance::sampler;

/// Characters of the longest bar beside names and numbers.
const BAR: usize = 40;
/// What names and numbers beside bars take at most.
const BESIDE_BAR: usize = 16;
/// Vertices that are shown of all.
const SHOWN: usize = 8;
/// Random graphs that are drawn, and the seed, which is that of the command.
const SAMPLES: u64 = 200;
const SEED: u64 = 1;

/// A graph that is asked about, and how wide the answers may be.
pub struct DemoQuestions<'a> {
    pub graph: &'a Graph,
    pub team: &'a Team,
    pub context: Context,
    pub width: usize,
}

impl DemoQuestions<'_> {
    /// All questions.
    ///
    /// # Errors
    /// A job that failed.
    pub fn all(&self) -> anyhow::Result<Vec<DemoStep>> {
        [Self::count, Self::motifs, Self::significance, Self::local, Self::cores, Self::clique]
            .iter()
            .map(|ask| ask(self))
            .collect()
    }

    fn count(&self) -> anyhow::Result<DemoStep> {
        let text = "a-b, b-c, c-d, d-a";
        let pattern = Pattern::parse(text)?;
        let found = Placed::new(self.graph, self.team).count(&pattern, &self.counting())?;
        let drawn = square(&pattern, |vertex| pattern.name(vertex).chars().next().unwrap_or('●'));
        let answer =
            drawn.into_iter().chain([count_of(text, Matching::default(), "", found.count)]).collect();
        Ok(DemoStep {
            question: "How many rings of four friends are there?",
            command: "count karate 'a-b, b-c, c-d, d-a'",
            answer,
        })
    }

    fn motifs(&self) -> anyhow::Result<DemoStep> {
        let options = self.counting().induced(Induced::Vertex);
        let found = motifs(self.graph.csr(), 4, self.team, &options)?.motifs;
        let column = |motif: &MotifCount| {
            column(motif.count as f64, motif.count.to_string(), &motif.name, &motif.pattern)
        };
        let chart: Vec<ChartColumn> = found.iter().map(column).collect();
        Ok(DemoStep {
            question: "In which ways do four people hang together, and how often?",
            command: "motifs karate -k 4",
            answer: columns(&chart, self.width),
        })
    }

    fn significance(&self) -> anyhow::Result<DemoStep> {
        let statistic = Statistic::motifs(4, Induced::Vertex)?;
        let options = NullOptions::new(NullModel::Switching).seed(SEED).context(self.context.clone());
        let ensemble = sampler(self.graph, self.team, &options, false)?;
        let sampling =
            Sampling { statistic: &statistic, ensemble: &ensemble, team: self.team, samples: SAMPLES };
        let mut samples = SampleCounts::default();
        sampling.run(self.graph.csr(), &mut samples, &self.context, |_| ControlFlow::Continue(()))?;
        let counts = statistic.count(&Placed::new(self.graph.csr(), self.team), &self.context)?;
        let judged = Significance::of(&statistic, &counts, &samples).map_or(Vec::new(), |found| found.judged);
        let chart = judged.iter().map(|judged| {
            let figure = judged.z.map_or("-".to_owned(), |z| format!("{z:+.2}"));
            column(judged.z.unwrap_or(0.0), figure, &judged.name, &judged.pattern)
        });
        let mut answer = columns(&chart.collect::<Vec<_>>(), self.width);
        answer.push("z: by how many standard deviations there are more, or fewer, than there".to_owned());
        Ok(DemoStep {
            question: "Is that more than in random graphs, in which all have as many friends?",
            command: "motifs karate -k 4 --null switching --samples 200",
            answer,
        })
    }

    fn local(&self) -> anyhow::Result<DemoStep> {
        let options = ListOptions::default().context(self.context.clone());
        let found = at_vertices(self.graph, &Pattern::parse("triangle")?, self.team, &options)?;
        let mut rows: Vec<(u32, u64)> = (0..).zip(found.column(0).map(|count| count as u64)).collect();
        rows.sort_by_key(|&(_, count)| Reverse(count));
        let others = rows.len().saturating_sub(SHOWN);
        let named = |&(vertex, count): &(u32, u64)| (self.graph.ids().get(vertex).to_string(), count);
        let mut answer = self.bars(&rows.iter().take(SHOWN).map(named).collect::<Vec<_>>());
        answer.push(format!("and {others} others, each a row of the command's table"));
        Ok(DemoStep {
            question: "Who is in most triangles of friends? (1 taught karate, 34 led the club.)",
            command: "local karate triangle",
            answer,
        })
    }

    fn cores(&self) -> anyhow::Result<DemoStep> {
        let sizes = cores(self.graph.csr(), self.team, &self.context)?.sizes();
        let rows: Vec<(String, u64)> =
            sizes.iter().zip(0..).skip(1).map(|(&size, k)| (format!("core {k}"), size)).collect();
        Ok(DemoStep {
            question: "How far in is each? Of core number k are those with k friends as far in.",
            command: "cores karate",
            answer: self.bars(&rows),
        })
    }

    fn clique(&self) -> anyhow::Result<DemoStep> {
        let found = max_clique(self.graph.csr(), VertexOrder::Degree, self.team, &self.counting())?;
        Ok(DemoStep {
            question: "Who are all friends of each other?",
            command: "cliques karate --max-clique",
            answer: in_words(&found, self.graph.ids()).to_string().lines().map(str::to_owned).collect(),
        })
    }

    fn counting(&self) -> CountOptions {
        CountOptions::default().context(self.context.clone())
    }

    fn bars(&self, rows: &[(String, u64)]) -> Vec<String> {
        bars(rows, self.width.saturating_sub(BESIDE_BAR).clamp(1, BAR))
    }
}

/// A column of a chart of patterns, each of which is drawn below its bar.
fn column(value: f64, figure: String, name: &str, pattern: &Pattern) -> ChartColumn {
    let below = square(pattern, |_| '●').into_iter().chain([name.to_owned()]).collect();
    ChartColumn { value, figure, below }
}
