"""The log file and the lines kept for a bundle."""

from client.log import LOG, log_to, recent


def test_names_that_are_no_text_can_be_logged(tmp_path, caplog):
    """A file name of bytes that are not UTF-8 holds halves of surrogate pairs."""
    path = tmp_path / "wabe.log"
    with log_to(path):
        LOG.warning("%s: not readable", b"m\xfcll.wabe".decode("utf-8", "surrogateescape"))
    line = path.read_text("utf-8").rstrip("\n")
    assert line.endswith("m\\udcfcll.wabe: not readable")
    assert recent()[-1] == line
    recent()[-1].encode("utf-8")
    caplog.text.encode("utf-8")
