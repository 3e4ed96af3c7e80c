/// Something that goes wrong before a step of a script; times are in milliseconds.
enum SiegeFault: Hashable, CustomStringConvertible {
    /// The agent gets SIGKILL some time later, and is started again.
    case kill(after: Int)
    /// The agent stands still.
    case holdAgent(Int)
    /// The agent's connection is cut.
    case cut
    /// The broker gets SIGTERM and is started again.
    case restartBroker
    /// The broker has saved what it has; then it gets SIGKILL and is started again.
    case killBroker
    /// The broker stands still.
    case holdBroker(Int)
    /// The connection is cut after so many bytes.
    case cutAfter(bytes: Int)
    /// Each portion of bytes waits for so long.
    case delay(Int)
    /// 1 kB a second.
    case throttle
    /// What the agent sends arrives nowhere.
    case loseUp
    /// What the broker sends arrives nowhere.
    case loseDown
    /// The broker says what none would.
    case lie(BrokerLie)
    /// The disk is full.
    case fillDisk
    /// The disk fails.
    case breakDisk
    /// The agent gets SIGKILL while the disk is full, and is started again when there is room.
    case killOnFullDisk
    /// Between SIGKILL and the next start bits of the store turn over.
    case flipBits(Int)
    /// Between SIGKILL and the next start a page of the store, or of its log, is half an older one.
    case tearPage
    /// The wall clock jumps by so many hours.
    case jump(hours: Int)
    /// So many devices that there aren't.
    case crowd(Int)
    /// The agent has no session, and the broker has so many retained messages for it.
    case retained(Int)
    /// The configuration is read so many times.
    case reloads(Int)
    /// Requests set so many fences among the crowd, change them, and take them out.
    case fences(Int)
    /// The configuration is read with so many fences, with others in their places, and without.
    case fencesRead(Int)
    /// So many devices of the crowd are forgotten.
    case forget(Int)

    /// Its kind alone.
    var name: String { String(description.prefix { $0 != "(" }) }

    var description: String {
        switch self {
        case .kill: "kill"
        case .cut: "cut"
        case .restartBroker: "restart broker"
        case .killBroker: "kill broker"
        case .throttle: "throttle"
        case .loseUp: "lose up"
        case .loseDown: "lose down"
        case .fillDisk: "fill disk"
        case .breakDisk: "break disk"
        case .killOnFullDisk: "kill on full disk"
        case .tearPage: "tear page"
        case .holdAgent(let time): "hold agent(\(time) ms)"
        case .holdBroker(let time): "hold broker(\(time) ms)"
        case .cutAfter(let bytes): "cut at a byte(\(bytes))"
        case .delay(let time): "delay(\(time) ms)"
        case .lie(let lie): "lie \(lie)"
        case .flipBits(let count): "flip bits(\(count))"
        case .jump(let hours): "jump(\(hours) h)"
        case .crowd(let count): "crowd(\(count))"
        case .retained(let count): "retained(\(count))"
        case .reloads(let count): "reloads(\(count))"
        case .fences(let count): "fences(\(count))"
        case .fencesRead(let count): "fences read(\(count))"
        case .forget(let count): "forget(\(count))"
        }
    }
}
