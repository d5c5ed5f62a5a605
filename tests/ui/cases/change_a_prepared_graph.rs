//! What kernels are told of a graph is made by the library, and cannot be changed.

use motherlode::graph::generate::star;
use motherlode::place::Prepared;

fn main() {
    let mut prepared = Prepared::new(&star(5).unwrap());
    prepared.splits[0] = 1 << 40;
    prepared.splits()[0] = 1 << 40;
}
