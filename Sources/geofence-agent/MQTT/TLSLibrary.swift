import Glibc

/// The functions of OpenSSL that are needed beside libmosquitto's own, found in the process at run time.
///
/// libmosquitto has loaded OpenSSL already, so this needs neither its headers nor a dependency. They are few, and public since OpenSSL
/// 1.1; where one is missing (another TLS library), `shared` is nil.
struct TLSLibrary: Sendable {
    /// An `X509_STORE_CTX`.
    typealias Check = UnsafeMutableRawPointer
    /// An `SSL_CTX`.
    typealias Context = UnsafeMutableRawPointer
    typealias Verification = @convention(c) (Check?, UnsafeMutableRawPointer?) -> Int32

    static let shared = TLSLibrary()

    let clientMethod: @convention(c) @Sendable () -> UnsafeRawPointer?
    let makeContext: @convention(c) @Sendable (UnsafeRawPointer?) -> Context?
    let freeContext: @convention(c) @Sendable (Context?) -> Void
    let control: @convention(c) @Sendable (Context?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    let setVerification: @convention(c) @Sendable (Context?, Verification?, UnsafeMutableRawPointer?) -> Void
    let verify: @convention(c) @Sendable (Check?) -> Int32
    let problem: @convention(c) @Sendable (Check?) -> Int32
    let text: @convention(c) @Sendable (Int) -> UnsafePointer<CChar>?

    private init?() {
        // The types are those of OpenSSL's headers: <openssl/ssl.h>, <openssl/x509_vfy.h>.
        func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
            dlsym(nil, name).map { unsafeBitCast($0, to: type) }
        }
        guard
            let clientMethod = find(
                "TLS_client_method",
                (@convention(c) @Sendable () -> UnsafeRawPointer?).self
            ),
            let makeContext = find(
                "SSL_CTX_new",
                (@convention(c) @Sendable (UnsafeRawPointer?) -> Context?).self
            ),
            let freeContext = find("SSL_CTX_free", (@convention(c) @Sendable (Context?) -> Void).self),
            let control = find(
                "SSL_CTX_ctrl",
                (@convention(c) @Sendable (Context?, Int32, Int, UnsafeMutableRawPointer?) -> Int).self
            ),
            let setVerification = find(
                "SSL_CTX_set_cert_verify_callback",
                (@convention(c) @Sendable (Context?, Verification?, UnsafeMutableRawPointer?) -> Void).self
            ),
            let verify = find("X509_verify_cert", (@convention(c) @Sendable (Check?) -> Int32).self),
            let problem = find("X509_STORE_CTX_get_error", (@convention(c) @Sendable (Check?) -> Int32).self),
            let text = find(
                "X509_verify_cert_error_string",
                (@convention(c) @Sendable (Int) -> UnsafePointer<CChar>?).self
            )
        else { return nil }
        self.clientMethod = clientMethod
        self.makeContext = makeContext
        self.freeContext = freeContext
        self.control = control
        self.setVerification = setVerification
        self.verify = verify
        self.problem = problem
        self.text = text
    }
}

extension TLSLibrary {
    /// Has a context use nothing later than TLS 1.2.
    ///
    /// The numbers are `SSL_CTRL_SET_MAX_PROTO_VERSION` and `TLS1_2_VERSION` of OpenSSL 1.1 and 3.
    func allowAtMostTLS12(_ context: Context) -> Bool { control(context, 124, 0x0303, nil) == 1 }

    /// Has a context note in `arrivals`, which must outlive it, why the broker's certificate isn't accepted.
    func noteVerification(of context: Context, in arrivals: Arrivals) {
        setVerification(context, noteAndVerify, Unmanaged.passUnretained(arrivals).toOpaque())
    }
}

/// Verifies as OpenSSL does without it, and keeps the reason, which libmosquitto doesn't tell.
private let noteAndVerify: TLSLibrary.Verification = { check, context in
    guard let library = TLSLibrary.shared else { return 0 }
    let result = library.verify(check)
    if result != 1, let context {
        let number = library.problem(check)
        let text = library.text(Int(number)).map { String(cString: $0) } ?? ""
        Unmanaged<Arrivals>.fromOpaque(context).takeUnretainedValue().mistrust = .init(
            number: number,
            text: text
        )
    }
    return result
}
