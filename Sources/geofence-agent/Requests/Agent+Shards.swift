import GeofenceCore

/// What an agent does with a request that all agents of a fleet get.
enum RequestPart: Hashable {
    /// It does what is asked for, and answers.
    case answers
    /// It does what is asked for, and leaves the answer to another.
    case follows
    /// It does what changes something, and keeps the rest, in case the other of two agents is lost before it
    /// answers.
    case shadows
    /// It is another's.
    case passes
}

/// Where several agents share a fleet, a request has one answer: of the agent that has the device or the
/// partition that it names, else of the collector. What changes fences, all do alike.
extension Agent {
    /// What is to be done with a request over MQTT.
    ///
    /// Who stands by leaves answers to the agent that leads.
    func part(in command: String, _ payload: UnsafeRawBufferPointer) -> RequestPart {
        let part = partOfShard(in: command, payload)
        return part == .answers && port.outbox.isHeld ? .shadows : part
    }

    func isChange(_ command: String) -> Bool {
        requests.first { $0.name == command }?.isReading == false
    }

    private func partOfShard(in command: String, _ payload: UnsafeRawBufferPointer) -> RequestPart {
        guard let shard = port.settings.shard else { return .answers }
        guard let request = try? Request(command: command, payload: payload) else {
            // It is refused.
            return shard.isCollector ? .answers : .passes
        }
        if let partition = request.partition, (0..<shard.partitions).contains(partition) {
            return shard.range.contains(partition) ? .answers : .passes
        }
        if let device = request.device { return shard.owns(device) ? .answers : .passes }
        if shard.isCollector { return .answers }
        return RequestKind.ofAllShards.contains(command) ? .follows : .passes
    }

    /// Refuses what the agent of one shard can't do, or not for one shard alone.
    func checkShard(_ request: Request, isQuestion: Bool) throws(RequestProblem) {
        if isQuestion, port.settings.standby != nil, isChange(request.command) {
            throw RequestProblem(
                "the other agent of this pair would not know; ask for it over MQTT, on \(port.topics.requests)\(request.command)"
            )
        }
        guard let shard = port.settings.shard, !shard.isWhole else { return }
        let last = shard.partitions - 1
        if let partition = request.partition, !(0...last).contains(partition) {
            throw RequestProblem("\"partition\" must be from 0 to \(last)")
        }
        let isOfAll = request.device == nil && RequestKind.ofAllShards.contains(request.command)
        if isOfAll, request.partition != nil {
            throw RequestProblem("all agents have the same fences; leave out \"partition\"")
        }
        guard isQuestion else { return }
        if isOfAll {
            throw RequestProblem(
                "the other agents of this fleet would not know; ask for it over MQTT, on \(port.topics.requests)\(request.command)"
            )
        }
        if let device = request.device, !shard.owns(device) {
            throw RequestProblem(
                "\"\(device)\" is the device of another agent; this one has the partitions \(shard.name) of \(shard.partitions)"
            )
        }
    }

    /// Refuses fences that go with a device: agents of other shards don't know where that is.
    func checkFollowers(_ fences: [Fence]) throws(RequestProblem) {
        guard port.settings.shard.map({ !$0.isWhole }) ?? false,
            let fence = fences.first(where: { $0.follows != nil })
        else { return }
        throw RequestProblem(
            "\"\(fence.id)\" follows a device, and the other agents of this fleet don't know where that is; give it a place of its own"
        )
    }
}

extension RequestKind {
    /// Those that change what all agents of a fleet have alike, where they name no device.
    static let ofAllShards: Set<String> = [
        "fence/set", "fence/remove", "fence/clear", fenceImport, "monitoring/stop", "monitoring/start",
        monitoringSet,
    ]
}
