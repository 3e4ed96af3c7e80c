"""How soon a page shows something; part of scripts/try-map and scripts/measure-map."""

import statistics

LOADS = 7
# The contract's bound, ms, for the middle of several loads: a machine may be busy with something else.
MOST = 1000
MOMENTS = ("first-contentful-paint", "first-device", "first-fence")
SHOWN = """(names) => {
  const found = names.map((name) => performance.getEntriesByName(name)[0]?.startTime);
  return found.every((at) => at != null) ? found : null;
}"""


def moments(page):
    """Of one load: ms from its begin on, as the browser measures them."""
    for _ in range(600):
        found = page.evaluate(SHOWN, list(MOMENTS))
        if found:
            return found
        page.wait_for_timeout(50)
    raise AssertionError("the page shows nothing")


def first_paints(open_page):
    """The middle of several loads, each of a browser that has nothing of the page yet."""
    loads = []
    for _ in range(LOADS):
        page = open_page()
        loads.append(moments(page))
        page.context.close()
    return dict(zip(MOMENTS, map(statistics.median, zip(*loads))))


def paints_soon(trial, site):
    site.move("van1")
    site.move("van2", 0.01)
    found = first_paints(lambda: trial.page(site.url))
    print(", ".join(f"{name} {at:.0f} ms" for name, at in found.items()))
    assert all(at < MOST for at in found.values()), found
