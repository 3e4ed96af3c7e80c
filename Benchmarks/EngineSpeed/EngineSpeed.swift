import Glibc

/// Prints how the rules bear position errors, as Markdown.
@main
enum EngineSpeed {
    static func main() throws {
        print("hello")
    }
}
