"""What a subscriber that loses nothing heard: events, statuses, counts, answers, and who leads."""
import collections
import json
import time

FILTERS = ["geofence/event/+/+", "geofence/status/+/+", "geofence/fence/+", "geofence/response/fence/list", "geofence/agent/+/lease"]


class Watcher:
    def __init__(self):
        self.events, self.payloads, self.answers = collections.Counter(), collections.defaultdict(set), collections.Counter()
        self.answer_texts = collections.defaultdict(set)
        self.statuses, self.counts, self.leaders, self.last, self.beats = {}, {}, {}, time.time(), collections.defaultdict(float)

    def heard(self, topic, payload, retained):
        levels = topic.split("/")
        if levels[1] == "event":
            event = json.loads(payload)
            self.events[event["id"]] += 1
            self.payloads[event["id"]].add(payload)
            self.last = time.time()
        elif levels[1] == "status":
            self.statuses[levels[2], levels[3]] = json.loads(payload)["status"] if payload else None
        elif levels[1] == "fence":
            self.counts[levels[2]] = json.loads(payload) if payload else None
        elif levels[1] == "response":
            answer = json.loads(payload)
            self.answers[answer.get("transaction")] += 1
            self.answer_texts[answer.get("transaction")].add(payload)
        elif levels[-1] == "lease" and not retained:
            lease = json.loads(payload)
            if not lease.get("over"):
                self.leaders[int(levels[2].split("-")[0])] = lease["leader"]
                self.beats[levels[2].split("-")[0] + lease["leader"]] = time.time()
