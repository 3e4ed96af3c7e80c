import Testing

@testable import AgentTestSupport
@testable import geofence_agent

extension ConfigurationErrorTests {
    @Test(arguments: [
        ("", [at(9, "mqtt.host: missing; name the broker, such as \"localhost\"")]),
        (#""host":"""#, [at(17, "mqtt.host: must not be empty")]),
        (
            #""host":"mqtt://h""#,
            [
                at(
                    17,
                    "mqtt.host: \"mqtt://h\" is no name; leave out mqtt:// and all after the name, the port goes to \"port\""
                )
            ]
        ),
        (#""hosts":[]"#, [at(18, "mqtt.hosts: must name 1 to 16 brokers, not 0")]),
        (
            #""hosts":["a:0"]"#,
            [at(19, "mqtt.hosts[0]: \"a:0\" is no broker; behind the name comes a port from 1 to 65535")]
        ),
        (
            #""hosts":["mqtt://a"]"#,
            [
                at(
                    19,
                    "mqtt.hosts[0]: \"mqtt://a\" is no broker; give its name, or name:port, without mqtt://"
                )
            ]
        ),
        (
            #""host":"a","hosts":["b"]"#,
            [at(17, "mqtt.host: the brokers are in \"hosts\" already; keep one of the two")]
        ),
        (
            #""host":"wss://h/mqtt""#,
            [
                at(
                    17,
                    "mqtt.host: \"wss://h/mqtt\" is MQTT over WebSocket, which the agent doesn't speak; name the broker, and its port for MQTT, which is often 1883, or 8883 with \"tls\""
                )
            ]
        ),
        (
            #""hosts":["ws://h"]"#,
            [
                at(
                    19,
                    "mqtt.hosts[0]: \"ws://h\" is MQTT over WebSocket, which the agent doesn't speak; name the broker, and its port for MQTT, which is often 1883, or 8883 with \"tls\""
                )
            ]
        ),
        (#""socket":"""#, [at(19, "mqtt.socket: must not be empty")]),
        (
            #""socket":"/\#(String(repeating: "a", count: 107))""#,
            [at(19, "mqtt.socket: a path of a Unix socket may have 107 bytes, this has 108")]
        ),
        (
            #""host":"h","socket":"/s""#,
            [at(17, "mqtt.host: the broker is in \"socket\" already; keep one of the two")]
        ),
        (
            #""socket":"/s","port":1,"tls":{}"#,
            [
                at(31, "mqtt.port: the broker is in \"socket\" already; keep one of the two"),
                at(39, "mqtt.tls: a Unix socket leaves this machine at no point; remove \"tls\""),
            ]
        ),
        (
            #""hosts":["a"],"socket":"/s""#,
            [at(18, "mqtt.hosts: the broker is in \"socket\" already; keep one of the two")]
        ),
        (#""host":"h:1883""#, [at(17, "mqtt.host: \"h:1883\" is no name; the port goes to \"port\"")]),
        (#""host":"a b""#, [at(17, "mqtt.host: \"a b\" is no name; remove the blanks")]),
        (#""host":"a\u0000""#, [at(17, "mqtt.host: must not hold the character U+0000")]),
        (#""host":"::1","port":0"#, [at(30, "mqtt.port: must be 1 to 65535, not 0")]),
        (#""host":"h","port":70000"#, [at(28, "mqtt.port: must be 1 to 65535, not 70000")]),
        (#""host":"h","port":1.5"#, [at(28, "mqtt.port: must be a whole number, not 1.5")]),
        (
            #""host":"h","port":"1883""#,
            [at(28, "mqtt.port: must be a number without quotation marks, not a string")]
        ),
        (
            #""host":"h","port":null"#,
            [at(28, "mqtt.port: must be a number without quotation marks, not null")]
        ),
        (#""host":"h","clientId":"""#, [at(32, "mqtt.clientId: must not be empty")]),
        (#""host":"h","clientId":"a\n""#, [at(32, "mqtt.clientId: must not hold control characters")]),
        (
            #""host":"h","protocol":5"#,
            [at(32, "mqtt.protocol: must be a string in quotation marks, not a number")]
        ),
        (#""host":"h","protocol":"4""#, [at(32, "mqtt.protocol: \"4\" is unknown; one of 3.1.1, 5")]),
        (#""host":"h","protocol":"mqtt5""#, [at(32, "mqtt.protocol: \"mqtt5\" is unknown; one of 3.1.1, 5")]),
        (#""host":"h","keepAlive":0"#, [at(33, "mqtt.keepAlive: must be 5 to 65535 seconds, not 0")]),
        (#""host":"h","keepAlive":65536"#, [at(33, "mqtt.keepAlive: must be 5 to 65535 seconds, not 65536")]),
        (
            #""host":"h","sessionExpiry":0"#,
            [at(37, "mqtt.sessionExpiry: must be 1 to 4294967295 seconds, not 0")]
        ),
        (#""host":"h","tls":true"#, [at(27, "mqtt.tls: must be an object in { }, not true or false")]),
        (
            #""host":"h","tls":{"insecure":true}"#,
            [
                at(
                    28,
                    "mqtt.tls.insecure: certificates are always checked; name the broker's authority in \"caFile\""
                )
            ]
        ),
        (
            #""host":"h","tls":{"caFile":"no.pem"}"#,
            [at(37, "mqtt.tls.caFile: no.pem and /credentials/no.pem: no such file")]
        ),
        (#""host":"h","tls":{"caFile":"."}"#, [at(37, "mqtt.tls.caFile: .: is a folder, not a file")]),
        (
            #""host":"h","tls":{"certFile":"agent.json"}"#,
            [
                at(27, "mqtt.tls.keyFile: missing; a certificate needs the key that it was made for"),
                at(
                    39,
                    "mqtt.tls.certFile: agent.json: holds no certificate; it must be PEM, with a line -----BEGIN CERTIFICATE-----"
                ),
            ]
        ),
        (
            #""host":"h","tls":{"keyFile":"agent.json"}"#,
            [
                at(27, "mqtt.tls.certFile: missing; a key needs the certificate that was made for it"),
                at(
                    38,
                    "mqtt.tls.keyFile: agent.json: holds no key; it must be PEM, with a line -----BEGIN PRIVATE KEY-----"
                ),
            ]
        ),
        (
            #""host":"h","password":"x""#,
            [
                at(
                    21,
                    "mqtt.password: a password doesn't belong in this file; put it in a file of its own and name that in \"passwordFile\", or name an environment variable in \"passwordEnvironment\""
                )
            ]
        ),
        (
            #""host":"h","passwordFile":"none""#,
            [at(36, "mqtt.passwordFile: none and /credentials/none: no such file")]
        ),
        (#""host":"h","passwordFile":"/none""#, [at(36, "mqtt.passwordFile: /none: no such file")]),
        (
            #""host":"h","passwordFile":"empty""#,
            [at(36, "mqtt.passwordFile: empty: is empty; it must hold the password")]
        ),
        (
            #""host":"h","passwordFile":"binary""#,
            [
                at(
                    36,
                    "mqtt.passwordFile: binary: holds no password: that is up to 65535 bytes, none of them 0"
                )
            ]
        ),
        (
            #""host":"h","passwordEnvironment":"NONE""#,
            [
                at(
                    43,
                    "mqtt.passwordEnvironment: the environment variable NONE is not set; set it for the agent"
                )
            ]
        ),
        (
            #""host":"h","passwordEnvironment":"EMPTY""#,
            [
                at(
                    43,
                    "mqtt.passwordEnvironment: the environment variable EMPTY is empty; it must hold the password"
                )
            ]
        ),
        (
            #""host":"h","passwordEnvironment":"PASS","passwordFile":"x""#,
            [
                at(
                    43,
                    "mqtt.passwordEnvironment: the password is in \"passwordFile\" already; keep one of the two"
                )
            ]
        ),
        (
            #""host":"h","passwordEnvironment":"PASS","protocol":"3.1.1""#,
            [at(9, "mqtt.username: missing; in MQTT 3.1.1 a password needs a user; add one")]
        ),
        (#""host":"h","keepalive":30"#, [at(21, "mqtt.keepalive: unknown key, did you mean \"keepAlive\"?")]),
        (
            #""host":"h","zzz":30"#,
            [
                at(
                    21,
                    "mqtt.zzz: unknown key; known here: answerTimeout, clientId, host, hosts, keepAlive, passwordEnvironment, passwordFile, port, protocol, proxy, readAhead, sessionExpiry, socket, tls, username"
                )
            ]
        ),
    ])
    func `reports what is wrong with the broker`(_ mqtt: String, _ lines: [String]) {
        folder.write("empty", "\n".utf8)
        folder.write("binary", [1, 0])
        let environment = ["PASS": "x", "EMPTY": "", "CREDENTIALS_DIRECTORY": "/credentials"]
        let text = "{\"mqtt\":{\(mqtt)},\(Self.source)}"
        #expect(folder.errors(text, environment: environment) == lines)
    }
}
