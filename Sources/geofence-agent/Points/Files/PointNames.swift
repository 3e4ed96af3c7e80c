/// What files call the properties of a point, the surest first.
enum PointNames {
    static let ids = ["store_id", "storeid", "poi_id", "id", "@id", "ref"]
    static let names = ["name", "title", "label"]
    static let cities = ["city", "addr:city", "town"]
    static let zips = ["zip", "zipcode", "zip_code", "postcode", "postal_code", "addr:postcode"]
    static let hours = ["opening_hours", "openinghours", "hours"]
}
