//! What kernels are made of trusts them, and is theirs alone.

use motherlode_device::kernels::queue::draw_block;
use motherlode_device::kernels::transactions::BatchView;
use motherlode_device::kernels::triangles::hubs::bit;
use motherlode_device::primitives::carve::Carver;
use motherlode_device::primitives::lookback::draw;
use motherlode_device::primitives::rows::load;

fn main() {
    let _ = BatchView::row;
    let _ = BatchView::column;
}
