//! What the command says when it is called alone.

/// The commands that most people want: the help of all is long.
pub const TEXT: &str = "\
counts and lists patterns in graphs, exactly. Most people want:

  motherlode count GRAPH PATTERN       how many times PATTERN is in GRAPH
  motherlode list GRAPH PATTERN        where, as a table of vertices
  motherlode local GRAPH PATTERN       how many times at each vertex

GRAPH is a file, or a graph that is made on the spot; PATTERN a name or edges:

  motherlode count karate triangle
  motherlode list karate 'a-b, b-c, c-d, d-a'

'motherlode demo' shows the main commands at work, with pictures.
'motherlode -h' shows all commands, 'motherlode --help' examples, and
'motherlode COMMAND --help' all of one command.";
