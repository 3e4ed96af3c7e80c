import Testing

/// Everything that needs a real mosquitto, each test one of its own: a few at a time, as they wait most of
/// the time.
@Suite(.sideBySide, .timeLimit(.minutes(15))) enum BrokerTests {}
