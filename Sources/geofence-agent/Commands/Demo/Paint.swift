import CLibrary
import Foundation

/// Colours for a terminal, or none.
struct Paint: Hashable {
    var isOn: Bool

    /// How a piece of text looks.
    ///
    /// The values are parameters of "select graphic rendition" (ECMA-48, 8.3.117).
    enum Colour: Int, Hashable {
        case bold = 1
        case dim = 2
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    init(isOn: Bool) { self.isOn = isOn }

    /// On where a descriptor is a terminal that can, and nobody objects by `NO_COLOR` (no-color.org).
    init(descriptor: Int32, environment: [String: String]) {
        isOn = isatty(descriptor) == 1 && Self.isWelcome(environment)
    }

    /// Whether the environment allows colours: `NO_COLOR` is unset or empty, and the terminal is no `dumb`
    /// one.
    static func isWelcome(_ environment: [String: String]) -> Bool {
        environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// A text in a colour.
    func callAsFunction(_ colour: Colour, _ text: String) -> String {
        isOn ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }
}
