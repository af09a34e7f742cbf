"""The site of the documents: ``sphinx-build -W docs site``."""

from __future__ import annotations

from importlib.metadata import version as version_of

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

project = "rummykit"
author = "the rummykit authors"
version = release = version_of("rummykit")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_heading_anchors = 4
source_suffix = {".md": "markdown"}
exclude_patterns = ["site"]

html_theme = "furo"
html_title = "rummykit"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"


def setup(app: Sphinx) -> None:
    """Show records as plain text."""
    app.add_lexer("rummy", TextLexer)
