"""What of the dealing needs no cluster: cutting tasks, and room for workers."""

from __future__ import annotations

import pytest

pytest.importorskip("ray")

from motherlode.ray import Worker, share
from motherlode.ray._chunks import Chunk, cut
from motherlode.ray._progress import heard
from motherlode.ray._resources import room, workers_of


@pytest.mark.parametrize("tasks", [0, 1, 2, 7, 100, 12345, 10**15 + 7])
@pytest.mark.parametrize("chunks", [1, 2, 5, 64])
def test_every_task_is_in_one_chunk(tasks, chunks):
    pieces = cut(tasks, chunks, count=3)
    assert all(chunk.count == 3 and chunk.start < chunk.stop for chunk in pieces)
    assert len(pieces) <= chunks
    ends = [0, *(chunk.stop for chunk in pieces)]
    assert [chunk.start for chunk in pieces] == ends[:-1] and ends[-1] == tasks
    sizes = [chunk.stop - chunk.start for chunk in pieces]
    # Parts of tasks are cut off: a size may be one less than the one before.
    assert all(more + 1 >= less for less, more in zip(sizes, sizes[1:], strict=False))


def test_room_is_what_the_scarcest_resource_has():
    assert room(Worker(num_cpus=2), {"CPU": 7}) == 3
    assert room(Worker(num_cpus=0.1), {"CPU": 0.3}) == 3
    assert room(Worker("cuda:0", num_gpus=0.5), {"CPU": 8, "GPU": 2}) == 4
    assert room(Worker(resources={"big": 2}), {"CPU": 8, "big": 3}) == 1
    assert room(Worker(resources={"big": 2}), {"CPU": 8}) == 0


def test_workers_are_one_for_each_processor_and_card_if_nothing_is_said():
    assert workers_of(None, {"CPU": 4.0}) == [Worker()]
    cpu, card = workers_of(None, {"CPU": 4.0, "GPU": 2.0})
    assert cpu == Worker() and card.device == "cuda:0" and card.num_gpus == 1 and card.chunks > 1
    assert workers_of(Worker(num_cpus=2), {}) == [Worker(num_cpus=2)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"chunks": 0}, "chunks is 0, and must be at least 1"),
        ({"num_cpus": -1}, "num_cpus is -1, and must not be negative"),
        ({"num_cpus": 0}, "a worker must ask for something"),
        ({"device": "cuda:0"}, "a worker on cuda:0 must ask for a card: num_gpus=1"),
    ],
)
def test_wrong_workers_say_why(options, message):
    with pytest.raises(ValueError, match=message):
        Worker(**options)


@pytest.mark.parametrize("wrong", [[], ["cpu"], 4])
def test_what_is_no_worker(wrong):
    with pytest.raises(ValueError, match=r"must be a motherlode.ray.Worker or a list of them"):
        workers_of(wrong, {"CPU": 4})


def test_a_file_is_told_from_others_and_must_be_there(tmp_path):
    path = tmp_path / "graph.csr"
    with pytest.raises(FileNotFoundError):
        share(path)
    path.write_bytes(b"one")
    first = share(path)
    assert first.path == str(path) and share(str(path)) == first and share(first) is first
    path.write_bytes(b"another")
    assert share(path).key != first.key


@pytest.mark.parametrize("wrong", [7, None, [(1, 2)]])
def test_what_is_no_graph(wrong):
    with pytest.raises(TypeError, match=r"and must be a motherlode.Graph or a path"):
        share(wrong)


def test_chunks_are_in_order():
    assert sorted([Chunk(1, 0, 2), Chunk(0, 5, 6), Chunk(0, 1, 5)])[0] == Chunk(0, 1, 5)


def test_progress_by_tqdm_counts_all(capsys):
    pytest.importorskip("tqdm")
    with heard(True, 3) as tell:
        tell(1)
        tell(2)
    assert "3/3" in capsys.readouterr().err
