"""The battle report as one page that stands alone, without scripts, for screen and paper."""

from sandtable.reports.page.fonts import fonts_in
from sandtable.reports.page.whole import page_of

__all__ = ["fonts_in", "page_of"]
