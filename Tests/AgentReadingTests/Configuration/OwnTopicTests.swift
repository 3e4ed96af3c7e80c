import GeofenceCore
import Testing

@testable import geofence_agent

/// A source may take no topic that the agent publishes: that would be a loop.
@Suite struct OwnTopicTests {
    private static func published(_ topics: Topics) throws -> [String] {
        let (device, fence) = (try Identifier("van"), try Identifier("depot"))
        return [
            topics.state, topics.info, topics.stats, topics.ownState, topics.ownInfo, topics.ownStats,
            topics.lease, topics.response("query/nearby"), topics.status(device, fence),
            topics.event(device, fence), topics.group(fence, device), topics.device(device),
            topics.visit(device), topics.zones(device), topics.itinerary(fence), topics.eta(device),
            topics.nearby(device), topics.place(device), topics.fence(fence), topics.ownFence(fence),
        ]
    }

    @Test(arguments: [nil, "north"] as [String?], [nil, "a"] as [String?])
    func `what the agent publishes is no source`(_ shard: String?, _ standby: String?) throws {
        let own = TopicSettings().ownTopics
        let topics = Topics(base: "geofence", shard: shard, standby: standby)
        for topic in try Self.published(topics) + (standby == nil ? [] : [topics.echo]) {
            #expect(own.contains { $0.matches(topic) }, "\(topic)")
        }
    }

    @Test func `a device named by a topic of another base is a source`() {
        #expect(!TopicSettings().ownTopics.contains { $0.matches("fleet/visit/van") })
    }
}
