extension Shard {
    /// The shard, as it is published: the number of partitions, and the first and the last of it.
    func write(to json: inout JSONWriter) {
        json.member("partitions", partitions)
        json.member("from", range.lowerBound)
        json.member("to", range.upperBound)
    }
}
