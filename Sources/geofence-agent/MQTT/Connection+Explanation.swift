import CMosquitto

extension Connection {
    /// A failure with what the library and OpenSSL have said about it, and what to do.
    package func explained(_ failure: MQTTFailure) -> MQTTFailure {
        if let code = failure.code { return failure.because(failure.reason + code.advice(options)) }
        // What a broker has once greeted by is right.
        let mayBeMisled = !wasGreeted
        func failed(by statuses: mosq_err_t...) -> Bool {
            statuses.contains { $0.rawValue.signed == failure.status }
        }
        guard let tls = options.tls else {
            guard mayBeMisled, failed(by: MOSQ_ERR_PROTOCOL, MOSQ_ERR_CONN_LOST) else { return failure }
            // RabbitMQ before 3.13 ends a connection of MQTT 5 so.
            let isFive = options.protocol == .version5
            let other = isFive ? ", or does the broker know 3.1.1 alone (mqtt.protocol)" : ""
            return failure.because(
                "the broker ends it without an answer; does this port want TLS (mqtt.tls)\(other)?"
            )
        }
        if let mistrust = arrivals.mistrust {
            return failure.because(certificateProblem(mistrust), pace: .refusal)
        }
        let libraryErrors = arrivals.libraryErrors.map(Self.plain)
        if !libraryErrors.isEmpty {
            let text = libraryErrors.joined(separator: ": ")
            // An alert is the broker's own word, and files don't change by themselves: neither is an accident
            // on the way.
            let isForGood = [" alert ", "Unable to load", "are inconsistent"].contains { text.contains($0) }
            let advice = mayBeMisled ? Self.advice(text, tls) : ""
            return failure.because("TLS: " + text + advice, pace: isForGood ? .refusal : failure.pace)
        }
        guard mayBeMisled, tls.certFile == nil, tls.sharedKey == nil,
            failed(by: MOSQ_ERR_PROTOCOL, MOSQ_ERR_CONN_LOST, MOSQ_ERR_ERRNO)
        else { return failure }
        return failure.because(
            "the broker ends it: it may ask for a certificate; set mqtt.tls.certFile and keyFile"
        )
    }

    private func certificateProblem(_ mistrust: Inbox.CertificateError) -> String {
        let isOtherName = arrivals.libraryErrors.contains { $0.contains("host name verification failed") }
        guard !isOtherName, ![62, 64].contains(mistrust.number) else {
            return
                "the broker's certificate is for another name than \(options.address.host); give mqtt.host a name that it holds"
        }
        let advice =
            switch mistrust.number {
            case 10: "; renew it"
            case 9: "; check the clocks of both machines"
            case 2, 18, 19, 20, 21: "; name the authority that signed it in mqtt.tls.caFile"
            default: ""
            }
        return "the broker's certificate is not accepted: \(mistrust.text)\(advice)"
    }

    /// What OpenSSL says without where it says it:
    /// `error:0A000410:SSL routines::sslv3 alert handshake failure`.
    private static func plain(_ complaint: String) -> String {
        let text = complaint.split(separator: "::").last.map(String.init) ?? complaint
        let bare = text.hasPrefix("Error: ") ? String(text.dropFirst(7)) : text
        return bare.hasSuffix(".") ? String(bare.dropLast()) : bare
    }

    private static func advice(_ text: String, _ tls: TLSOptions) -> String {
        func has(_ parts: String...) -> Bool { parts.contains { text.contains($0) } }
        if has("protocol version", "unsupported protocol") {
            return "; the broker has no TLS \(tls.minVersion.rawValue), which is the least allowed"
        }
        if has("wrong version number", "unexpected eof", "record layer failure", "packet length") {
            return "; does this port speak TLS?"
        }
        if has("Unable to load", "are inconsistent") { return "; check the files of mqtt.tls" }
        if tls.sharedKey != nil, has("alert", "psk") {
            return "; the broker must know mqtt.tls.pskIdentity, with the key of pskFile"
        }
        if has("certificate required", "bad certificate", "unknown ca", "certificate expired") {
            return tls.certFile == nil
                ? "; the broker asks for a certificate: set mqtt.tls.certFile and keyFile"
                : "; the broker doesn't accept the certificate in mqtt.tls.certFile"
        }
        return ""
    }
}
