"""The script that fits the weights of the TowerWars evaluation: its parts fit together."""

from dataclasses import replace

from bench.tuning.towerwars import Sample, fit, main, samples_of_game
from engine.ai.towerwars.weights import TUNED


def test_samples_read_back_as_they_were_written():
    samples = samples_of_game(5, 40, bytes(32), TUNED)
    assert len(samples) > 3
    assert [Sample.of(str(sample)) for sample in samples] == samples
    assert len({sample.result for sample in samples}) == 1


def test_fitting_follows_the_results():
    """Where the side to move always wins, being on the move is worth more than before; and the reverse."""
    samples = samples_of_game(6, 40, bytes(32), TUNED)
    for wins in (True, False):
        told = [
            replace(sample, value=1_000 * sign, result=(1 + sign) / 2)
            for sample in samples
            for sign in [1 - 2 * (sample.turn ^ (not wins))]
        ]
        fitted = fit(told, 12, 0.0)
        assert (fitted.tempo > TUNED.tempo) == wins
        assert fitted.tempo != TUNED.tempo


def test_playing_and_fitting_write_what_the_next_step_reads(tmp_path, capsys):
    positions, weights = tmp_path / "positions", tmp_path / "weights"
    assert main(["play", str(positions), "--games", "2", "--nodes", "30", "--sizes", "5"]) == 0
    assert main(["fit", str(positions), "--rounds", "2"]) == 0
    weights.write_text(capsys.readouterr().out, encoding="utf-8")
    assert weights.read_text(encoding="utf-8").startswith("Weights(stone=(")
    assert main(["match", str(weights), "--games", "2", "--nodes", "30", "--sizes", "5"]) == 0
    assert capsys.readouterr().out.count("±") == 2
