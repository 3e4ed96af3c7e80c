"""Holds what was heard against what replay gives."""
import collections
import json

BEFORE = 2  # seconds before a loss in which a question may have none or two answers, as it may behind one


class Verdict:
    def __init__(self, truth, watcher, fresh, asked, losses, behind, codes):
        self.truth, self.watcher, self.fresh, self.asked, self.losses, self.behind, self.codes = truth, watcher, fresh, asked, losses, behind, codes
        wanted, found = set(truth.events), set(watcher.events)
        self.missing, self.invented = sorted(wanted - found), sorted(found - wanted)
        self.wrong_statuses = sorted(pair for pair, status in truth.statuses.items() if fresh.statuses.get(pair) != status)
        self.wrong_counts = sorted(fence for fence in truth.inside.keys() | fresh.counts.keys() if not self.counts(fence))
        self.two_texts = sum(len(texts) > 1 for texts in watcher.payloads.values())
        self.answers = {number: watcher.answers[number] for number in asked}
        self.two_answers = sum(len(texts) > 1 for texts in watcher.answer_texts.values())
        self.calm = [number for number, (moment, times) in asked.items() if times == 1 and not self.is_near_loss(moment)]

    def counts(self, fence):
        said, inside = self.fresh.counts.get(fence) or {"count": 0, "devices": []}, self.truth.inside.get(fence, set())
        return said["count"] == len(inside) and set(said["devices"]) == inside

    def is_near_loss(self, moment):
        return any(begun - BEFORE < moment < ended + self.behind for begun, ended in self.losses.spans)

    def nearest(self, moment):
        """The losses about a moment, with the seconds from it to their beginnings and their ends."""
        near = [
            f"{kind} at {begun - moment:+.1f} to {ended - moment:+.1f} s"
            for kind, (begun, ended) in zip(self.losses.done, self.losses.spans)
            if begun - self.behind < moment < ended + self.behind
        ]
        return ", ".join(near) or "away from any loss"

    def times(self, numbers):
        counted = collections.Counter(min(2, self.answers[number]) for number in numbers)
        return f"{counted[0]} without, {counted[1]} with one, {counted[2]} with more"

    @property
    def is_good(self):
        is_answered = all(self.answers[number] == 1 for number in self.calm)
        wrong = self.missing or self.invented or self.wrong_statuses or self.wrong_counts
        return not wrong and is_answered and not any(self.codes)

    def show(self):
        done = collections.Counter(self.losses.done)
        print(f"losses    {', '.join(f'{number} times {kind}' for kind, number in sorted(done.items()))}")
        texts = sum(self.watcher.events.values())
        print(f"events    {len(self.truth.events)} wanted, {len(self.missing)} missing, {len(self.invented)} invented, "
              f"{texts - len(self.watcher.events)} sent twice, {self.two_texts} ids with two texts")
        print(f"statuses  {len(self.truth.statuses)} wanted, {len(self.wrong_statuses)} wrong")
        print(f"fences    {len(self.truth.inside)} with devices inside, {len(self.wrong_counts)} wrong")
        print(f"requests  {len(self.asked)} asked: {self.times(self.asked)} answer; {len(self.calm)} of them away from any loss: {self.times(self.calm)}; "
              f"{self.two_answers} with two texts")
        for number, (moment, times) in self.asked.items():
            if self.answers[number] != 1:
                print(f"  request {number}: {self.answers[number]} answers, sent {times} times {self.nearest(moment)}")
        if self.losses.take_overs:
            ordered = sorted(self.losses.take_overs)
            print(f"take-over of a frozen one: p50 {ordered[len(ordered) // 2]:.1f} s, most {ordered[-1]:.1f} s")
        for name, found in (("missing", self.missing), ("invented", self.invented), ("wrong status", self.wrong_statuses), ("wrong count", self.wrong_counts)):
            for one in found[:5]:
                print(f"  {name}: {one if name != 'wrong count' else (one, json.dumps(self.fresh.counts.get(one)), sorted(self.truth.inside.get(one, [])))}")
        if any(self.codes):
            print(f"  agents ended with {self.codes}")
