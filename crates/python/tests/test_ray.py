"""Counts on a cluster of several Ray nodes on this machine, beside counts of one process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

ray = pytest.importorskip("ray")
np = pytest.importorskip("numpy")

from ray.cluster_utils import Cluster  # noqa: E402

import motherlode as ml  # noqa: E402
from motherlode.ray import Worker, count, share  # noqa: E402

#: What a count of some seconds looks for, in `large`: enough time to lose a worker in. All chunks take about
#: as long.
LONG = "house"


@pytest.fixture(scope="module")
def cluster():
    # Ray kills tasks when a machine's memory is nearly used up, whoever uses it; here that is not ours.
    os.environ["RAY_memory_monitor_refresh_ms"] = "0"
    # A node that is gone is known to be so after ten seconds, and not after half a minute; in less, the head
    # of a busy machine would be taken for gone, too, and with it this process.
    os.environ |= {"RAY_health_check_period_ms": "1000", "RAY_health_check_failure_threshold": "10"}
    cluster = Cluster(
        initialize_head=True,
        connect=True,
        head_node_args={"num_cpus": 1, "include_dashboard": False, "resources": {"card": 1, "seat": 1}},
    )
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture(scope="module")
def graph():
    return ml.Graph.generate("rmat:10")


@pytest.fixture(scope="module")
def large():
    return ml.Graph.generate("rmat:11")


@pytest.fixture(scope="module")
def larger():
    """The same takes three times as long."""
    return ml.Graph.generate("rmat:12")


@pytest.fixture(scope="module")
def endless():
    """A graph with half of whose 7-cliques a worker is busy for minutes."""
    return ml.Graph.generate("rmat:14")


@pytest.fixture(scope="module")
def labelled():
    numbers = np.random.default_rng(5)
    edges = np.unique(numbers.integers(0, 300, (3000, 2)), axis=0)
    edges = edges[edges[:, 0] != edges[:, 1]]
    labels = numbers.choice(["A", "B", "C"], 300, p=[0.6, 0.3, 0.1]).tolist()
    kinds = numbers.choice(["x", "y"], len(edges), p=[0.7, 0.3]).tolist()
    return ml.Graph.from_arrays(
        edges[:, 0], edges[:, 1], 300, directed=True, labels=labels, edge_labels=kinds
    )


@pytest.mark.parametrize("induced", ["edge", "vertex"])
@pytest.mark.parametrize("semantics", ["subgraphs", "embeddings"])
def test_it_is_the_count_of_one_process(cluster, graph, induced, semantics):
    options = {"induced": induced, "semantics": semantics}
    patterns = ["triangle", "a-b-c-d", "house", "a-b-c-a, c-d"]
    expected = [graph.count(pattern, **options) for pattern in patterns]
    assert len(set(expected)) == 4 and min(expected) > 0
    assert count(graph, patterns, **options) == expected


def test_homomorphisms_and_patterns_as_objects(cluster, graph):
    expected = graph.count("a-b-c-d-a", semantics="homomorphisms")
    assert count(graph, ml.Pattern("a-b-c-d-a"), semantics="homomorphisms") == expected


@pytest.mark.parametrize("num_chunks", [1, 2, 7, 1000])
def test_however_it_is_cut(cluster, graph, num_chunks):
    assert count(graph, "4-clique", num_chunks=num_chunks) == graph.count("4-clique")


def test_labels_and_directions_are_shared_too(cluster, labelled):
    for pattern in ["(a:A)-[:x]->(b:B)->(c:A)", "a->b->c->a", "(a:B)-[:y]-(b), !(c:C)-a"]:
        expected = labelled.count(pattern)
        assert expected > 0
        assert count(labelled, pattern) == expected


def test_properties_are_shared_too(cluster):
    numbers = np.random.default_rng(8)
    source, target = numbers.integers(0, 60, (2, 500))
    weights = numbers.integers(0, 9, 500).tolist()
    weighted = ml.Graph.from_arrays(source, target, 60, directed=True, edge_properties={"weight": weights})
    expected = [weighted.count(pattern) for pattern in ("a-[{weight >= 5}]->b->c", "a->b->c")]
    assert 0 < expected[0] < expected[1]
    assert count(weighted, ["a-[{weight >= 5}]->b->c", "a->b->c"]) == expected


def test_a_graph_without_edges(cluster):
    lonely = ml.Graph.from_arrays(np.zeros(0, dtype=int), np.zeros(0, dtype=int), 5)
    assert count(lonely, "triangle") == 0


def test_a_file_that_all_nodes_see(cluster, graph, tmp_path):
    graph.save(tmp_path / "graph.csr")
    assert count(tmp_path / "graph.csr", "house") == graph.count("house")


def test_shared_once_for_many_counts_and_other_tasks(cluster, graph):
    shared = share(graph)
    assert [count(shared, pattern) for pattern in ("triangle", "house")] == graph.count(["triangle", "house"])

    @ray.remote
    def edges(shared):
        opened = shared.open()
        return opened.number_of_edges, opened.count("triangle")

    assert ray.get(edges.remote(shared)) == (graph.number_of_edges, graph.count("triangle"))


def test_workers_of_two_kinds(cluster, graph):
    """A kind that takes many chunks at once, as a card does; here it is a resource of one node."""
    kinds = [Worker(), Worker(num_cpus=0, resources={"card": 1}, chunks=8)]
    assert count(graph, "house", workers=kinds, num_chunks=100) == graph.count("house")


def test_a_kind_that_the_cluster_has_not_is_not_waited_for(cluster, graph):
    kinds = [Worker(num_cpus=0, resources={"no_such_thing": 1}, chunks=8), Worker()]
    assert count(graph, "triangle", workers=kinds) == graph.count("triangle")


def test_a_device_that_fails_is_left_out(cluster, graph):
    """No node has a card, and one says that it has: those workers fail, and the others do it."""
    if ml.devices():
        pytest.skip("this machine has a card")
    kinds = [Worker("cuda:0", num_cpus=0, resources={"card": 1}), Worker()]
    with pytest.warns(RuntimeWarning, match="workers on cuda:0 are left out"):
        assert count(graph, "house", workers=kinds, max_retries=1) == graph.count("house")


def test_a_device_that_fails_everywhere_is_an_error(cluster, graph):
    if ml.devices():
        pytest.skip("this machine has a card")
    with pytest.raises(ml.DeviceError):
        count(graph, "triangle", workers=Worker("cuda:0", resources={"card": 1}), max_retries=0)


def test_progress_is_told(cluster, graph):
    told = []
    count(graph, ["triangle", "house"], num_chunks=20, progress=lambda done, of: told.append((done, of)))
    numbers, totals = zip(*told, strict=True)
    assert list(numbers) == sorted(numbers) and numbers[-1] == totals[-1] and len(set(totals)) == 1


class Doomed:
    """A node that is killed in the middle of a count, when it is sure to have a chunk under way.

    Workers ask for seats: this node has one, and the head another. Of three chunks the first is the smallest.
    A second after its end both seats have one of the others, which take longer than that."""

    def __init__(self, cluster, graph):
        self.cluster = cluster
        self.node = cluster.add_node(num_cpus=0, resources={"seat": 1})
        cluster.wait_for_nodes()
        # Processes that have to start first would not be busy yet.
        count(graph, "triangle", **self.options())
        self.told = []

    @staticmethod
    def options():
        return {"workers": Worker(num_cpus=0, resources={"seat": 1}), "num_chunks": 3}

    def kill(self, done, of):
        self.told.append((done, of))
        if len(self.told) == 1:
            time.sleep(1)
            self.cluster.remove_node(self.node, allow_graceful=False)


def test_a_node_is_killed_in_the_middle(cluster, larger):
    doomed = Doomed(cluster, larger)
    assert count(larger, LONG, progress=doomed.kill, **doomed.options()) == larger.count(LONG)
    assert len(doomed.told) == 3


def test_its_chunks_were_lost(cluster, larger):
    """So that the test above tests what it says: without retries it is an error."""
    doomed = Doomed(cluster, larger)
    with pytest.raises(ray.exceptions.RayError):
        count(larger, LONG, progress=doomed.kill, max_retries=0, **doomed.options())
    assert is_idle()


def test_the_only_node_of_a_kind_is_killed(cluster, large):
    """Its chunks are not waited for: workers of another kind take them."""
    node = cluster.add_node(num_cpus=0, resources={"only_here": 1})
    cluster.wait_for_nodes()
    only_here = Worker(num_cpus=0, resources={"only_here": 1}, chunks=4)
    count(large, "triangle", workers=only_here)
    told = []

    def kill(done, of):
        told.append(done)
        if len(told) == 5:
            cluster.remove_node(node, allow_graceful=False)

    workers = [only_here, Worker()]
    assert count(large, LONG, workers=workers, num_chunks=40, progress=kill) == large.count(LONG)
    assert len(told) > 5


def test_a_node_comes_in_the_middle(cluster, large):
    come = []

    def add(done, of):
        if not come:
            come.append(cluster.add_node(num_cpus=1))

    assert count(large, LONG, num_chunks=60, progress=add) == large.count(LONG)
    cluster.remove_node(come[0])


def test_workers_are_killed_in_the_middle(cluster, large):
    """Processes die, and their machines do not; the chunks that were under way are run again by others."""

    @ray.remote(num_cpus=0)
    def processes():
        import psutil

        return [
            process.pid
            for process in psutil.process_iter(["cmdline"])
            if process.info["cmdline"] and process.info["cmdline"][0].startswith("ray::run")
        ]

    killed = []

    def kill(done, of):
        if len(killed) < 3 and done > of // 4:
            pids = ray.get(processes.remote())
            for pid in pids[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    assert count(large, LONG, num_chunks=60, progress=kill) == large.count(LONG)
    assert killed


def test_deadline(cluster, endless):
    begun = time.monotonic()
    with pytest.raises(ml.DeadlineError, match="the deadline passed"):
        count(endless, "7-clique", num_chunks=2, deadline=5)
    assert time.monotonic() - begun < 10
    assert is_idle()


def is_idle() -> bool:
    """Whether all processors are free again, soon."""
    for _ in range(100):
        if ray.available_resources().get("CPU", 0) == ray.cluster_resources()["CPU"]:
            return True
        time.sleep(0.1)
    return False


def test_an_exception_of_the_callback_ends_it(cluster, endless):
    def stop(done, of):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        count(endless, ["triangle", "7-clique", "7-clique"], num_chunks=2, progress=stop)
    assert is_idle()


def test_control_c_ends_the_tasks_too(cluster):
    script = """
        import os, signal, threading, time
        import motherlode as ml, motherlode.ray, ray
        ray.init(address=ADDRESS, log_to_driver=False)
        graph = ml.Graph.generate("rmat:14")
        assert motherlode.ray.count(graph, "triangle") == graph.count("triangle")
        threading.Timer(3.0, os.kill, (os.getpid(), signal.SIGINT)).start()
        begun = time.monotonic()
        try:
            motherlode.ray.count(graph, "7-clique", num_chunks=2)
        except KeyboardInterrupt:
            print("stopped", 3 < time.monotonic() - begun < 12)
        for _ in range(100):
            if ray.available_resources().get("CPU", 0) == ray.cluster_resources()["CPU"]:
                print("idle")
                break
            time.sleep(0.1)
    """.replace("ADDRESS", repr(cluster.address))
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.stdout.split() == ["stopped", "True", "idle"], ended.stdout + ended.stderr


@pytest.mark.parametrize(
    ("pattern", "error", "message"),
    [
        ("no-such-pattern", ml.PatternError, "no-such-pattern"),
        ("(a:Person)-b", ml.LabelError, "label"),
        (["triangle", "a->b"], ml.LabelError, "undirected"),
        (7, TypeError, "a pattern is a text or a Pattern"),
    ],
)
def test_wrong_patterns_are_told_before_anything_is_dealt(cluster, graph, pattern, error, message):
    with pytest.raises(error, match=message):
        count(graph, pattern)


def test_wrong_numbers(cluster, graph):
    with pytest.raises(ValueError, match="num_chunks is 0"):
        count(graph, "triangle", num_chunks=0)


def test_a_worker_with_another_graph_is_found_out(cluster, graph, tmp_path):
    """A file that is not the same on all nodes."""
    from dataclasses import replace

    from motherlode.ray._worker import Recipe, identity, run

    other = ml.Graph.generate("rmat:9")
    other.save(tmp_path / "graph.csr")
    plan = graph.tasks("triangle", device="cpu")
    recipe = Recipe(share(tmp_path / "graph.csr"), "triangle", "edge", "subgraphs", "cpu")
    recipe = replace(recipe, identity=identity(graph, plan))
    with pytest.raises(RuntimeError, match="another graph, or another plan for triangle, than the driver"):
        run(recipe, 0, 1)
