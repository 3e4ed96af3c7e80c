extension GeodesicArc {
    /// The mean factor of the length, to the sixth order: equation 17.
    static func a1(_ e: Double) -> Double {
        let e2 = e * e
        return (1 + e2 * (1 / 4 + e2 * (1 / 64 + e2 / 256))) / (1 - e)
    }

    /// The mean factor of the longitude, to the sixth order: equation 24.
    static func a3(_ e: Double) -> Double {
        let n = WGS84.thirdFlattening
        let e1 = (1 - n) / 2
        let e2 = (2 + n - 3 * n * n) / 8
        let e3 = (1 + 3 * n + n * n) / 16
        let e4 = (3 + 2 * n) / 64
        return 1 - e * (e1 + e * (e2 + e * (e3 + e * (e4 + e * (3 / 128)))))
    }

    /// The periodic part of an arc: sin 2lσ₂ - sin 2lσ₁ for l from 1 to 6.
    ///
    /// Each is 2 cos l(σ₁ + σ₂) sin l(σ₂ - σ₁), and both factors follow from the two before them, so no
    /// further sine or cosine is needed and nothing cancels on a short arc.
    struct Waves {
        private let w1, w2, w3, w4, w5, w6: Double

        /// Takes the sine and the cosine of σ₂ - σ₁, and the cosine of σ₁ + σ₂.
        init(sine: Double, cosine: Double, twiceMiddle: Double) {
            let (s1, m1) = (sine, twiceMiddle)
            let c = 2 * cosine
            let m = 2 * m1
            let (s2, m2) = (c * s1, m * m1 - 1)
            let (s3, m3) = (c * s2 - s1, m * m2 - m1)
            let (s4, m4) = (c * s3 - s2, m * m3 - m2)
            let (s5, m5) = (c * s4 - s3, m * m4 - m3)
            let (s6, m6) = (c * s5 - s4, m * m5 - m4)
            (w1, w2, w3) = (2 * m1 * s1, 2 * m2 * s2, 2 * m3 * s3)
            (w4, w5, w6) = (2 * m4 * s4, 2 * m5 * s5, 2 * m6 * s6)
        }

        /// The periodic part of the length, to the sixth order: equation 18.
        func c1(_ e: Double) -> Double {
            let e2 = e * e
            let c1 = -1 / 2 + e2 * (3 / 16 - e2 / 32)
            let c2 = -1 / 16 + e2 * (1 / 32 - e2 * (9 / 2048))
            let c3 = -1 / 48 + e2 * (3 / 256)
            let c4 = -5 / 512 + e2 * (3 / 512)
            let tail = e * (w5 * (-7 / 1280) + e * (w6 * (-7 / 2048)))
            return e * (c1 * w1 + e * (c2 * w2 + e * (c3 * w3 + e * (c4 * w4 + tail))))
        }

        /// The periodic part of the longitude, to the sixth order: equation 25.
        func c3(_ e: Double) -> Double {
            let n = WGS84.thirdFlattening
            let c11 = (1 - n) / 4
            let c12 = (1 - n * n) / 8
            let c13 = (3 + 3 * n - n * n) / 64
            let c14 = (5 + 2 * n) / 128
            let c22 = (2 - 3 * n + n * n) / 32
            let c23 = (3 - 2 * n - 3 * n * n) / 64
            let c24 = (3 + n) / 128
            let c33 = (5 - 9 * n + 5 * n * n) / 192
            let c34 = (9 - 10 * n) / 384
            let c44 = (7 - 14 * n) / 512
            let c1 = c11 + e * (c12 + e * (c13 + e * (c14 + e * (3 / 128))))
            let c2 = c22 + e * (c23 + e * (c24 + e * (5 / 256)))
            let c3 = c33 + e * (c34 + e * (7 / 512))
            let c4 = c44 + e * (7 / 512)
            return e * (c1 * w1 + e * (c2 * w2 + e * (c3 * w3 + e * (c4 * w4 + e * (w5 * (21 / 2560))))))
        }
    }
}
