import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct AddressRequestTests {
    private let driver: AgentDriver

    init() throws {
        var settings = try AgentDriver.setup(fences: [])
        settings.geocoding = GeocodingSettings(url: "http://h")
        driver = AgentDriver(settings)
    }

    private static func answer(_ label: String = "5, Main Street", at place: String = "[13.4,52.5]") -> String
    {
        #"{"features":[{"geometry":{"type":"Point","coordinates":\#(place)},"properties":{"geocoding":{"label":"\#(label)","type":"house"}}}]}"#
    }

    private static let thanks = #""attribution":"© OpenStreetMap contributors""#

    @Test func `a search is answered when the service has answered`() throws {
        #expect(
            driver.ask(
                "address/search",
                #"{"text":" Main \n Street ","latitude":52.5,"longitude":13.39,"transaction":1}"#
            )
                == ""
        )
        let question = try #require(driver.questions().first)
        #expect(
            question.request.url
                == "http://h/search?q=Main%20Street&limit=5&viewbox=12.9%2C53%2C13.9%2C52&format=geocodejson"
        )
        driver.reply(question, Self.answer())
        #expect(
            driver.answers == [
                #"{"status":"ok","data":{"results":[{"label":"5, Main Street","kind":"house","latitude":52.5,"longitude":13.4,"distance":679}],\#(Self.thanks)},"transaction":1}"#
            ]
        )
    }

    @Test func `the address of a place, but none of far away`() throws {
        driver.ask("address/reverse", #"{"latitude":52.5,"longitude":13.4}"#)
        driver.reply(try #require(driver.questions().first), Self.answer())
        driver.ask("address/reverse", #"{"latitude":53.5,"longitude":13.4}"#)
        driver.reply(try #require(driver.questions().first), Self.answer())
        #expect(driver.answers.count == 2)
        #expect(
            driver.answers[0].contains(
                #""label":"5, Main Street","kind":"house","latitude":52.5,"longitude":13.4,"distance":0"#
            )
        )
        #expect(driver.answers[1] == #"{"status":"ok","data":{"results":[],\#(Self.thanks)}}"#)
    }

    @Test func `what was asked before is known, for all who ask from near there`() throws {
        driver.ask("address/search", #"{"text":"Main Street","latitude":52.5,"longitude":13.39}"#)
        driver.reply(try #require(driver.questions().first), Self.answer())
        let near = #"{"text":"Main Street","latitude":52.5,"longitude":13.42}"#
        let second = driver.ask("address/search", near, at: 12_000)
        #expect(second.contains(#""distance":1358"#))
        #expect(driver.questions().isEmpty)
        driver.ask("address/search", #"{"text":"Main Street"}"#, at: 12_000)
        #expect(driver.questions().count == 1)
    }

    @Test func `the same is asked once, and so many wait`() throws {
        for _ in 0..<3 { driver.ask("address/search", #"{"text":"a"}"#) }
        let questions = driver.questions()
        #expect(questions.count == 1)
        driver.reply(questions[0], Self.answer())
        #expect(driver.answers.count == 3)
        for number in 0..<Geocoder.mostPending { driver.ask("address/search", #"{"text":"b\#(number)"}"#) }
        #expect(
            driver.refusal("address/search", #"{"text":"one more"}"#)
                == "too many addresses are being looked up; ask again in a while"
        )
        #expect(driver.agent.port.counters.limited == 1)
        #expect(driver.questions().count == Geocoder.mostPending)
    }

    @Test func `a spell of failures is logged once`() throws {
        for number in 0..<5 {
            driver.ask("address/search", #"{"text":"\#(number)"}"#)
            let question = try #require(driver.questions().first)
            if number == 3 {
                driver.reply(question, "[]")
            } else {
                driver.reply(question, "", status: 500 + number)
            }
        }
        let words = driver.agent.port.remarks.map(\.text)
        #expect(
            words == [500, 504].map { "addresses can't be looked up: http://h answers with status \($0)" }
        )
    }

    @Test func `a failure is told to all who wait, logged once, and not remembered`() throws {
        for _ in 0..<2 { driver.ask("address/search", #"{"text":"a"}"#) }
        let failure = OutboundFailure("http://h: no answer within 5.0 s")
        driver.reply(try #require(driver.questions().first), .failure(failure))
        #expect(
            driver.answers
                == Array(
                    repeating: #"{"status":"error","error":"http://h: no answer within 5.0 s"}"#,
                    count: 2
                )
        )
        #expect(
            driver.agent.port.remarks == [
                .init(
                    text: "addresses can't be looked up: http://h: no answer within 5.0 s",
                    of: "http://h",
                    isNotable: true
                )
            ]
        )
        driver.ask("address/search", #"{"text":"a"}"#)
        driver.reply(try #require(driver.questions().first), "<html>")
        #expect(driver.answers.last?.contains("http://h: the answer is no JSON (at 1:1)") == true)
    }

    @Test func `hostile labels are text`() throws {
        driver.ask("address/search", #"{"text":"a"}"#)
        let label = #"<img src=x onerror=alert(1)>\",\"x\":\u0000\u001b"#
        driver.reply(try #require(driver.questions().first), Self.answer(label))
        let answer = try #require(driver.answers.first)
        let root = try JSONDocument.parse(answer).root
        let result = try #require(root.member("data")?.member("results")?.elements.first)
        #expect(result.member("label")?.text == "<img src=x onerror=alert(1)>\",\"x\":\u{0}\u{1B}")
        #expect(!answer.utf8.contains { $0 < 0x20 })
    }

    @Test(arguments: [
        ("{}", "\"text\" is missing; say what to look for, such as \"text\": \"Depot 1, Berlin\""),
        (#"{"text":" "}"#, "\"text\" is blank; say what to look for, such as \"text\": \"Depot 1, Berlin\""),
        (#"{"text":"a","latitude":1}"#, "a place needs both \"latitude\" and \"longitude\""),
        (#"{"text":"a","partial":true}"#, "nominatim knows whole words alone; ask without \"partial\""),
        (
            #"{"text":"\#(String(repeating: "x", count: 1025))"}"#,
            "\"text\" has 1025 bytes; 1024 are enough"
        ),
        (#"{"text":"a","q":"b"}"#, "q: unknown key; known here: latitude, longitude, partial, text"),
    ])
    func `says what a search lacks`(_ payload: String, _ words: String) {
        #expect(driver.refusal("address/search", payload) == words)
        #expect(driver.questions().isEmpty)
    }

    @Test func `without a service says which key names one`() throws {
        var settings = driver.agent.port.settings
        settings.geocoding = nil
        driver.agent.use(settings)
        for (command, payload) in [
            ("search", #"{"text":"a"}"#), ("reverse", #"{"latitude":1,"longitude":2}"#),
        ] {
            #expect(
                driver.refusal("address/\(command)", payload)
                    == "no service knows addresses; name one in \"geocoding\" in the configuration of the agent"
            )
        }
    }

    @Test func `another service counts at once, and what the one before says late is not kept`() throws {
        driver.ask("address/search", #"{"text":"a"}"#)
        let late = try #require(driver.questions().first)
        var settings = driver.agent.port.settings
        settings.geocoding = GeocodingSettings(.photon, url: "http://other")
        driver.agent.use(settings)
        driver.reply(late, Self.answer())
        #expect(driver.answers.count == 1)
        driver.ask("address/search", #"{"text":"a","partial":true}"#, at: 12_000)
        driver.ask("address/search", #"{"text":"a"}"#, at: 12_000)
        #expect(
            driver.questions().map(\.request.url)
                == Array(repeating: "http://other/api?q=a&limit=5", count: 2)
        )
    }
}
