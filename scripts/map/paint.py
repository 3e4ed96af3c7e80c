"""How soon a page shows something; part of scripts/try-map and scripts/measure-map."""

import statistics

from site_under_trial import Site

LOADS = 7
# ms, for the middle of so many loads. A machine may be busy with something else, which makes them longer and never shorter: the best of some
# tries counts.
MOST = 1000
TRIES = 4
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


def best_paints(open_page):
    best = {}
    for _ in range(TRIES):
        found = first_paints(open_page)
        best = {name: min(at, best.get(name, at)) for name, at in found.items()}
        if all(at < MOST for at in best.values()):
            break
    return best


def paints_soon(trial):
    with Site({"map": True}) as site:
        site.move("van1")
        site.move("van2", 0.01)
        found = best_paints(lambda: trial.page(site.url))
        print(", ".join(f"{name} {at:.0f} ms" for name, at in found.items()))
        assert all(at < MOST for at in found.values()), found
