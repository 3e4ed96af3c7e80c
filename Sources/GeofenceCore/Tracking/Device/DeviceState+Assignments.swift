extension DeviceState {
    /// Whether a fence is for this device: by its name and, where it needs one, by an assignment.
    func isAdmitted(to slot: Int32, _ entry: FenceEntry) -> Bool {
        entry.admits(id, assigned: assignments, in: slot)
    }

    /// Whether a fence needs no assignment, or is assigned to the device.
    func isAssigned(to slot: Int32, _ fences: borrowing FenceTable) -> Bool {
        !fences.sketches[Int(slot)].isAssigned || hasAssignment(to: slot)
    }

    /// - Complexity: logarithmic in its assignments.
    func hasAssignment(to slot: Int32) -> Bool {
        var (low, high) = (0, assignments.count)
        while low < high {
            let middle = (low + high) / 2
            if assignments[middle] < slot { low = middle + 1 } else { high = middle }
        }
        return low < assignments.count && assignments[low] == slot
    }

    /// Judges a fence that has just been assigned to the device by its last fix, as if it had been assigned
    /// just before that.
    ///
    /// So it enters where the fix is inside; quietly, or with its first fix, the status is set without an
    /// event.
    mutating func settleAssigned(
        _ slot: Int32,
        isQuiet: Bool,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        guard let fix, let entry = context.fences[slot] else { return }
        let isFirst = isQuiet || firstFix == fix.time
        if isFirst, !position(of: slot).found {
            addPair(slot, entry, .unknown)
            setActive(slot, true)
        }
        let place = GeodesicPoint(fix.value.coordinate)
        let firstDecision = effects.decisions.count
        context.scratch.begin()
        guard var question = context.fences.question(slot, of: fix.value, at: place, by: id) else { return }
        if isFirst {
            (question.accuracy, question.rule) = (0, .ignore)
            judge(question, slot, by: FenceSideRule(), at: fix.time, &context, &effects)
        } else {
            judge(question, slot, at: fix.time, &context, &effects)
        }
        if question.isRefused { earlier.set([slot], to: nil) }
        decideTouched(fix.time, fix.value, &context, &effects)
        concludeDecisions(from: firstDecision, fix.value, &context, &effects)
    }
}
