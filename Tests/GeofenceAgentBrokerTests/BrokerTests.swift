import Testing

/// Everything that needs a real mosquitto: one suite, so that no two tests run at the same time.
@Suite(.serialized, .timeLimit(.minutes(15))) enum BrokerTests {}
