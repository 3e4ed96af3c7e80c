import Testing

/// Everything that needs a real mosquitto, each test one of its own: a few at a time, as they wait most of
/// the time.
///
/// A limit counts from the start of the whole run: each test waits its turn. None is shorter.
@Suite(.beforeOthers, .sideBySide, .timeLimit(.minutes(15))) enum BrokerTests {}
