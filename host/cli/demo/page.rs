//! What the demo prints.

use std::fmt;

/// Blanks before what is typed and what is answered.
pub const INDENT: usize = 2;

/// A question, the command that asks it, and what that answers.
pub struct DemoStep {
    pub question: &'static str,
    /// What is typed after the program's name.
    pub command: &'static str,
    pub answer: Vec<String>,
}

/// All steps, one below the other.
pub struct DemoPage(pub Vec<DemoStep>);

impl fmt::Display for DemoPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Zachary's karate club: 34 people, and which of them were friends (1977).\n")?;
        self.0.iter().zip(1..).try_for_each(|(DemoStep { question, command, answer }, number)| {
            writeln!(f, "{number}. {question}\n{:INDENT$}$ motherlode {command}\n", "")?;
            for line in answer {
                writeln!(f, "{:INDENT$}{line}", "")?;
            }
            writeln!(f)
        })
    }
}
