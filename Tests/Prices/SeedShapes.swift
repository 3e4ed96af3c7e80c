@testable import AgentTestSupport

/// Where searches begin: what repeats, nests, counts and escapes in each kind of text.
enum SeedShapes {
    /// Values of JSON.
    static let values: [RepeatedInput] = [
        RepeatedInput(#"""#, "a", #"""#), RepeatedInput(#"""#, #"\u00e9"#, #"""#),
        RepeatedInput(#"""#, "a/", #"""#), RepeatedInput(#"""#, "+/", #"""#),
        RepeatedInput(#"""#, "{a#}/", #"""#), RepeatedInput(#"""#, "*a", #"""#),
        RepeatedInput(#"["x""#, ##","k#""##, "]"), RepeatedInput(#"["x""#, #","x""#, "]"),
        RepeatedInput("[0", ",#", "]"), RepeatedInput("[{}", ##",{"id":"k#"}"##, "]"),
        RepeatedInput("[{}", #",{"topic":"a/{device}"}"#, "]"), RepeatedInput("[[]", ",[]", "]"),
        RepeatedInput(#"{"a":1"#, ##","k#":1"##, "}"), RepeatedInput(#"{"a":1"#, #","a":1"#, "}"),
        RepeatedInput("", "1", ""), RepeatedInput("1.", "0", "e9"), RepeatedInput("0", " ", " "),
    ]

    /// Whole documents of JSON.
    static let json: [RepeatedInput] =
        [
            RepeatedInput("", "[", "", close: "]"), RepeatedInput("", #"{"a":"#, "1", close: "}"),
            RepeatedInput("", "{}\n"), RepeatedInput("", "[],"),
            RepeatedInput("{", #""lat":1,"#, #""lon":2}"#),
            RepeatedInput("{", ##""a#":{"lat":1},"##, #""lon":2}"#),
        ] + values

    /// What publishers send.
    static let payloads: [RepeatedInput] = [
        RepeatedInput(#"{"lat":52,"lon":13"#, ##","a#":[1,{"b":"\"c"}]"##, "}"),
        RepeatedInput(#"{"_type":"location","lat":52,"lon":13,"inregions":["a""#, ##","b#""##, "]}"),
        RepeatedInput(#"{"lat":"#, "5", #","lon":13}"#), RepeatedInput(#"{"time":""#, "2", #"","lat":1}"#),
        RepeatedInput("", "$GPRMC,093230,A,5233.25,N,01322.11,E,10,,191194,,*1A\r\n"),
        RepeatedInput("$", ",", "*00"), RepeatedInput("", "52,13,"), RepeatedInput("52.", "1", ",13"),
        RepeatedInput(
            #"{"type":"FeatureCollection","features":[{}"#,
            #",{"type":"Feature","geometry":{"type":"Point","coordinates":[13,52]}}"#,
            "]}"
        ),
        RepeatedInput(#"{"class":"TPV","lat":1,"lon":2}"#, "\n" + #"{"class":"TPV","lat":1,"lon":2}"#),
        RepeatedInput("b,", "ab,", "52000000,13000000"),
    ]

    /// Elements, attributes, entities, comments.
    static let xml: [RepeatedInput] = [
        RepeatedInput("", "<a>", "", close: "</a>"), RepeatedInput("<a>", "<b/>", "</a>"),
        RepeatedInput("<a ", "b#='c' ", "/>"), RepeatedInput("<a>", "&amp;", "</a>"),
        RepeatedInput("<a><!--", "-", "--></a>"), RepeatedInput("<a><![CDATA[", "]", "]]></a>"),
        RepeatedInput("<a>", "&#x41;", "</a>"), RepeatedInput("<", "a", "/>"),
        RepeatedInput("", "<!---->", "<a/>"),
        RepeatedInput("<kml>", "<Folder>", "", close: "</Folder>"),
        RepeatedInput("<gpx><trk>", "<trkseg><trkpt lat='52' lon='13'></trkpt></trkseg>", "</trk></gpx>"),
    ]

    /// Tables and lines.
    static let text: [RepeatedInput] = [
        RepeatedInput("", "a,"), RepeatedInput("", "\n"), RepeatedInput("\"", "\"\"", "\""),
        RepeatedInput("", "\""),
        RepeatedInput("", "\r"), RepeatedInput("POLYGON (", "("),
        RepeatedInput("", "POLYGON ((1 2,3 4,5 6,1 2))\n"),
        RepeatedInput("LINESTRING (1 2", ",1# 2", ")"), RepeatedInput("", "$GPGGA,1,5233,N,01322,E,1*00\n"),
    ]

    /// What is asked for.
    static let requests: [RepeatedInput] = [
        RepeatedInput(#"{"fences":[{"id":"a","wifi":["x"]}"#, ##",{"id":"f#","wifi":["x"]}"##, "]}"),
        RepeatedInput(
            #"{"fences":[{"id":"a","wifi":["x"]}"#,
            ##",{"id":"f#","latitude":52,"longitude":13,"radius":9}"##,
            "]}"
        ),
        RepeatedInput(#"{"id":"a","wifi":["x""#, ##","n#""##, "]}"),
        RepeatedInput(
            #"{"id":"a","latitude":52,"longitude":13,"radius":9,"devices":["x""#,
            ##","*n#*""##,
            "]}"
        ),
        RepeatedInput(
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[[0,0]"#,
            ",[0.#,1]",
            ",[0,0]]]}}"
        ),
        RepeatedInput(
            #"{"id":"a","geometry":{"type":"LineString","coordinates":[[0,0]"#,
            ",[0.#,1]",
            #"]},"width":9}"#
        ),
        RepeatedInput(
            #"{"id":"a","wifi":["x"],"schedule":[{"days":["mon"],"from":"00:00","to":"01:00"}"#,
            #",{"days":["mon"],"from":"02:00","to":"03:00"}"#,
            "]}"
        ),
        RepeatedInput(
            #"{"fences":[{}"#,
            ##",{"id":"f#","wifi":["x"],"schedule":[{"timezone":"Z#","from":"00:00","to":"01:00"}]}"##,
            "]}"
        ), RepeatedInput(#"{"transaction":"#, "[", "", close: "]"),
        RepeatedInput(#"{"transaction":""#, "a", #""}"#),
        RepeatedInput(#"{"device":""#, "v", #""}"#),
        RepeatedInput(#"{"device":"van","fence":""#, "d", #""}"#),
        RepeatedInput(#"{"document":""#, "<a>", #""}"#),
        RepeatedInput(
            "<kml>",
            "<Placemark><name>a#</name><Point><coordinates>13,52</coordinates></Point></Placemark>",
            "</kml>"
        ),
    ]
}

/// What searches insert.
enum SeedWords {
    static let json = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud83d\\ude00", "null", "true", "1e308", "-0",
        "#", " ", "\n",
        "[]", "{}", "\"a\":", "\"k#\":1,", "0.1", "\u{E9}",
    ]
    static let payloads = [
        "\"lat\":", "\"lon\":", "\"tst\":", "\"_type\":", "\"acc\":", "\"ssid\":",
        "\"time\":\"2026-01-01T00:00:00Z\"",
        "\"gps\":{", "\"location\":", "\"coordinates\":[13,52]", "$GPRMC,", ",N,", "*00",
    ]
    static let fences = [
        "\"id\":\"a\",", "\"name\":\"b\",", "\"radius\":9", "\"groups\":[\"g#\"]", "\"wifi\":[\"n#\"]",
        "\"type\":\"Polygon\"",
        "\"geometry\":", "\"properties\":", "\"coordinates\":", "<name>", "</name>", "<Placemark>",
        "</Placemark>",
        "<coordinates>", "POLYGON ((", "))", "\"schedule\":[", "\"rules\":{",
    ]
    static let requests = [
        "\"fence\":", "\"fences\":[", "\"device\":\"van\",", "\"document\":", "\"transaction\":",
        "\"limit\":1",
    ]
}
