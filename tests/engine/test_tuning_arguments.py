"""The tuning tools say what is wrong with their command line, and do nothing then."""

import pytest

from bench.tuning import krieg, towerwars


@pytest.mark.parametrize(
    "arguments",
    [
        ["--pairs", "0"],
        ["--nodes", "0"],
        ["--spread", "101"],
        ["--seconds", "-1"],
        ["--against", "spend"],
        ["--against", "spend=much"],
        ["--against", "nonsense=1"],
        ["--against"],
    ],
)
def test_krieg(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        krieg.main(arguments)
    assert ended.value.code == 2
    assert "error: argument --" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("step", "content", "further", "words"),
    [
        ("fit", None, [], "No such file"),
        ("fit", "", [], "no positions"),
        ("fit", "8 0 1", [], "not enough values"),
        ("match", "1 2 3", [], "weights are needed, not 3"),
        ("play", None, ["--games", "0"], "argument --games"),
        ("play", None, ["--nodes", "0"], "argument --nodes"),
        ("play", None, ["--sizes", "27"], "argument --sizes"),
    ],
)
def test_towerwars(step, content, further, words, tmp_path, capsys):
    file = tmp_path / "file"
    if content is not None:
        file.write_text(content)
    with pytest.raises(SystemExit) as ended:
        towerwars.main([step, str(file), *further])
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
    assert file.exists() == (content is not None)
