"""Looks at a site that was built: whatever its pages link to is there, with its anchor, and nothing that they load is elsewhere."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

# What rustdoc made is rustdoc's to check.
OTHERS = "rust/"


class Links(HTMLParser):
    def __init__(self, page: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(page.read_text())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        self.anchors.update(filter(None, (named.get("id"), named.get("name"))))
        if tag in ("a", "area"):
            self.links.append(named.get("href") or "")
        elif tag != "link" or "canonical" not in (named.get("rel") or ""):
            self.loaded += filter(None, (named.get("src"), named.get("href")))


def main(site: Path) -> int:
    files = (path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    # The page of errors is shown at any address, and its links are those of the site's root.
    pages = {file: Links(site / file) for file in files if not file.startswith(OTHERS) and file != "404.html"}
    wrong = [f"{name}: {what}" for name, page in pages.items() for what in _wrong(site, name, page, pages)]
    print("\n".join(wrong) or f"{len(pages)} pages, whose links are right")
    return 1 if wrong else 0


def _wrong(site: Path, name: str, page: Links, pages: dict[str, Links]) -> list[str]:
    elsewhere = [f"loads {link}" for link in page.loaded if urlsplit(link).netloc]
    return elsewhere + [
        f"no {link}" for link in page.links + page.loaded if not _leads(site, name, link, pages)
    ]


def _leads(site: Path, name: str, link: str, pages: dict[str, Links]) -> bool:
    whole = urlsplit(urljoin(name, link))
    if whole.scheme or whole.netloc:
        return True
    target = unquote(whole.path) or name
    if (site / target).is_dir():
        target = f"{target.rstrip('/')}/index.html".lstrip("/")
    if not whole.fragment or target not in pages:
        return (site / target).is_file()
    return unquote(whole.fragment) in pages[target].anchors


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
