//! Which commands there are.

/// Declares each command once: by groups of what one wants, in the order of the help, its module, and in that its
/// options and `run`.
macro_rules! commands {
    ($($group:literal: $($module:ident: $command:ident($args:ident),)+)+) => {
        #[derive(Debug, clap::Subcommand)]
        enum Command {
            $($($command(Box<$module::$args>),)+)+
        }

        impl Command {
            /// Runs the command.
            ///
            /// # Errors
            /// Whatever keeps it from being done.
            fn run(self) -> anyhow::Result<()> {
                match self {
                    $($(Command::$command(args) => $module::run(&args),)+)+
                }
            }
        }

        /// Groups of commands, and how many each has.
        const GROUPS: &[(&str, usize)] = &[$(($group, [$(stringify!($command)),+].len())),+];
    };
}
