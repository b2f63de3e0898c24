"""conf.py - the documents as a static site: scripts/site builds it with Sphinx from the repository's own Markdown files.

The source folder is the repository's root, so that links between documents, and from them to source files, are the same on the site,
in a checkout and on a forge. Every link is checked: a broken one fails the build. Search needs no server."""

project = "Husk"
author = "the Husk authors"
copyright = "the Husk authors, Apache License 2.0"  # noqa: A001 (Sphinx's name)
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["docs/**/*.md", "docs/*.md", "papers/**/*.md", "*/README.md", "*.md"]
exclude_patterns = ["build*", "README.md", "tests/*/**", "**/node_modules"]
source_suffix = {".md": "markdown"}

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header", "misc.highlighting_failure"]  # some documents begin with a lower heading; examples leave things out with "…"
nitpicky = True

html_theme = "furo"
html_title = "Husk"
html_static_path = []
html_show_sphinx = False
html_copy_source = False
pygments_style = "default"
pygments_dark_style = "monokai"
