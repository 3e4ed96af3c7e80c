import CCurl

/// One request on its way, with what has come of its answer.
///
/// libcurl holds a pointer to it for its callbacks: `OutboundTransfers` keeps it until its handle is removed.
final class OutboundTransfer {
    /// Bytes of an answer's headers at most.
    private static let mostHeaderBytes = 64 << 10
    /// Milliseconds for a connection at most.
    private static let connectTimeout: Int64 = 3000

    let question: OutboundQuestion
    /// libcurl's handle of one transfer.
    let easy: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var isTooLong = false

    /// Nil where the request can't be put: a header would break out of its line, or there is no memory.
    init?(_ question: OutboundQuestion) {
        guard let easy = curl_easy_init() else {
            errorText.deallocate()
            return nil
        }
        (self.question, self.easy) = (question, easy)
        errorText.initialize(repeating: 0)
        guard setUp() else { return nil }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
        errorText.deallocate()
    }

    private func setUp() -> Bool {
        let request = question.request
        let lines =
            request.headers + (request.body == nil ? [] : ["Content-Type: application/json", "Expect:"])
        for line in ["Accept: application/json"] + lines {
            guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
                let longer = curl_slist_append(headers, line)
            else { return false }
            headers = longer
        }
        return setLimits(request) && setCallbacks() && setRequest(request)
    }

    private func setLimits(_ request: OutboundRequest) -> Bool {
        let timeout = max(1, request.timeout)
        return set(CURLOPT_NOSIGNAL, 1) && set(CURLOPT_QUICK_EXIT, 1)
            && set(CURLOPT_PROTOCOLS_STR, "http,https")
            // Where a server wants to be asked elsewhere, the error says so: no redirect is followed.
            && set(CURLOPT_FOLLOWLOCATION, 0)
            && set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(timeout, Self.connectTimeout)))
            && set(CURLOPT_TIMEOUT_MS, Int(timeout))
    }

    /// The callbacks get `self` unretained, which lives as long as the handle is among the transfers.
    private func setCallbacks() -> Bool {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let write: curl_write_callback = { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let transfer = Unmanaged<OutboundTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        let note: curl_write_callback = { _, size, count, context in
            guard let context else { return 0 }
            return Unmanaged<OutboundTransfer>.fromOpaque(context).takeUnretainedValue()
                .takeHeader(size * count)
        }
        return geofence_curl_set_callback(easy, CURLOPT_WRITEFUNCTION, write) == CURLE_OK
            && geofence_curl_set_pointer(easy, CURLOPT_WRITEDATA, context) == CURLE_OK
            && geofence_curl_set_callback(easy, CURLOPT_HEADERFUNCTION, note) == CURLE_OK
            && geofence_curl_set_pointer(easy, CURLOPT_HEADERDATA, context) == CURLE_OK
            && geofence_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText.baseAddress) == CURLE_OK
    }

    private func setRequest(_ request: OutboundRequest) -> Bool {
        guard set(CURLOPT_URL, request.url), set(CURLOPT_USERAGENT, "geofence-agent/\(AgentVersion.current)"),
            geofence_curl_set_headers(easy, headers) == CURLE_OK
        else { return false }
        guard let posted = request.body else { return true }
        // The size comes first: the library copies as many bytes.
        return set(CURLOPT_POSTFIELDSIZE, posted.count)
            && posted.withUnsafeBytes { bytes in
                let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                return geofence_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, start) == CURLE_OK
            }
    }

    private func set(_ option: CURLoption, _ number: Int) -> Bool {
        geofence_curl_set_number(easy, option, number) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ text: String) -> Bool {
        geofence_curl_set_text(easy, option, text) == CURLE_OK
    }

    /// Takes a part of the answer; fewer bytes than there are end the transfer.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= question.request.mostBytes else {
            isTooLong = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    private func takeHeader(_ count: Int) -> Int {
        headerBytes += count
        guard headerBytes <= Self.mostHeaderBytes else {
            isTooLong = true
            return 0
        }
        return count
    }
}

// MARK: - What came of it

extension OutboundTransfer {
    /// The answer, or why there is none.
    func answer(_ result: CURLcode) -> OutboundAnswer {
        let request = question.request
        guard !isTooLong else {
            return failure("the answer is longer than \(request.mostBytes) bytes", isOfQuestion: true)
        }
        guard result == CURLE_OK else {
            guard result != CURLE_OPERATION_TIMEDOUT else {
                return failure("no answer within \(Double(request.timeout) / 1000) s")
            }
            return failure(reason(result))
        }
        var status = 0
        _ = geofence_curl_get_number(easy, CURLINFO_RESPONSE_CODE, &status)
        guard !(300..<400).contains(status) else {
            return failure("it sends elsewhere\(target)", isOfQuestion: true)
        }
        return .reply(status: status, body: body)
    }

    /// Where the server wants to be asked instead.
    private var target: String {
        var text: UnsafePointer<CChar>?
        guard geofence_curl_get_text(easy, CURLINFO_REDIRECT_URL, &text) == CURLE_OK, let text else {
            return ""
        }
        let origin = OutboundRequest.origin(of: String(String(cString: text).prefix(200)).printable)
        return ", to \(origin); name that one if it is meant"
    }

    private func failure(_ reason: String, isOfQuestion: Bool = false) -> OutboundAnswer {
        .failure(OutboundFailure("\(question.request.origin): \(reason)", isOfQuestion: isOfQuestion))
    }

    /// In words that are the same each time for what happens most: libcurl's have milliseconds in them.
    private func reason(_ result: CURLcode) -> String {
        switch result {
        case CURLE_COULDNT_CONNECT: return "no connection; is the service running there?"
        case CURLE_COULDNT_RESOLVE_HOST: return "this name has no address"
        default: break
        }
        let detail = errorText.baseAddress.map { String(cString: $0) } ?? ""
        let text = detail.isEmpty ? String(cString: curl_easy_strerror(result)) : detail
        return String(text.prefix(200)).printable
    }
}
