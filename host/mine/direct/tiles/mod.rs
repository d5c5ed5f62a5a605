//! Lists that travel: how those of an oriented graph in the host's memory are cut into tiles, for jobs that take each
//! pair of an edge's ends together.
//!
//! A tile, the lists of consecutive vertices, is brought to the device and stays for a while; the lists of all greater
//! vertices pass by, the next ones while the last ones are mined. So each edge has the lists of both its ends on the
//! device once. To pass by are the lists after the tile, which become fewer from tile to tile: with tiles of a part of
//! the lists, half of them pass by for each tile. That is far less than lists are read where they lie: each for each of
//! its greater neighbours, in pieces that the bus is slow at.//!
//! | module | what is in it |
//! | --- | --- |
//! | `cut` | where lists are cut, and what a tile takes |
//! | `tiling` | [`Tiling`]: which vertices each tile has, and what travels |
//! | `cost` | [`are_cheaper`]: what that costs beside reading in place |
//! | `buffer` | a tile on a device |
//! | `travelling` | [`Travelling`]: the buffers, and the steps |
//! | `passing` | [`Passing`]: lists that pass by, where none stays |
//! | `deal` | how roots are dealt to warps |

mod buffer;
mod cost;
mod cut;
mod deal;
mod passing;
mod tiling;
mod travelling;

pub(super) use cost::{are_cheaper, cliques_are_cheaper};
pub(super) use deal::deal_roots;
pub(super) use passing::{Passing, bytes_of, bytes_of_all, tiles_of};
pub(super) use tiling::{TileRooms, Tiling};
pub(super) use travelling::{TileStep, Travelling};
