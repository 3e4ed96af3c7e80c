/// Home Assistant's templates that make of our payloads what its entities take.
///
/// An empty payload, which takes a retained topic away, leaves `value_json` undefined. `None` means unknown.
enum Templates {
    /// Of a status or a group.
    static let status =
        "{{ {'inside':'ON','outside':'OFF'}.get(value_json.status if value_json is defined else '', 'None') }}"

    /// Of a status: whether that is at home; `None` takes a tracker's state away.
    static let home =
        "{{ {'inside':'home','outside':'not_home'}.get(value_json.status if value_json is defined else '', 'None') }}"

    /// The same as the zones that a tracker is in.
    static let homeZones =
        "{{ {'inside':{'in_zones':['zone.home']},'outside':{'in_zones':[]}}"
        + ".get(value_json.status if value_json is defined else '', {}) | to_json }}"

    /// A payload as the attributes of an entity.
    static let attributes = "{{ value if value_json is defined else '{}' }}"

    /// Of a device: where it is.
    ///
    /// Home Assistant wants both coordinates, or neither.
    static let position =
        "{% set v = value_json | default({}) %}{% set place = {'latitude': v.latitude, 'longitude': v.longitude, "
        + "'gps_accuracy': v.accuracy | default(0), 'time': v.time} if v.latitude is defined else {} %}"
        + "{{ dict(place, fences=v.inside | default([])) | to_json }}"

    /// Of a device: the zones that it is in, by the ids of fences.
    static let zones =
        "{% set v = value_json | default({}) %}{{ {'in_zones': v.inside | default([])} | to_json }}"

    /// Of a device: the time of its last position.
    ///
    /// Home Assistant 2024.3 warns of a time that is `None`; where the template fails, it leaves the state as
    /// it is.
    static let fixTime = "{{ value_json.time }}"

    /// Of an event: Home Assistant wants its kind as `event_type`; with coordinates it would stand on the map
    /// as well.
    ///
    /// An event that is sent again right after itself is left out.
    static let event =
        "{{ '' if this.attributes.id | default('') == value_json.id else dict(value_json.items() | rejectattr(0, 'in', ['event', 'latitude', 'longitude']), "
        + "event_type=value_json.event) | to_json }}"

    /// Of a device's place; 2024.3 would show `None` as a text.
    static let place = "{{ (value_json | default({})).place | default('unknown') }}"

    /// Of a device: km/h.
    static let speed = "{{ (value_json | default({})).speed | default('None') }}"

    /// Of a device: per cent that are left in its battery.
    static let battery = "{{ (value_json | default({})).battery | default('None') }}"

    /// Of a device's place: when the visit began that it is on.
    static let visit = "{{ (value_json | default({})).visit | default('None') }}"

    /// Of the points near a device: the name of the first, of 255 characters at most.
    static let nearest =
        "{% set p = ((value_json | default({})).pois | default([{}]))[0] %}"
        + "{{ (p.name | default(p.id | default('unknown')))[:255] }}"

    /// The same with all that is said of it.
    static let nearestAttributes =
        "{{ ((value_json | default({})).pois | default([{}]))[0] | to_json }}"

    /// Of a device or a fence: whether it is monitored.
    static let monitoring =
        "{{ 'OFF' if value_json is defined and value_json.monitoring | default(true) == false else 'ON' }}"

    /// Of a fence: whether anybody is inside.
    static let occupancy =
        "{{ ('ON' if value_json.count > 0 else 'OFF') if value_json is defined else 'None' }}"

    /// Of a fence: how many are.
    static let count = "{{ (value_json | default({})).count | default('None') }}"

    /// Of the statistics, by the name of a member.
    static func statistic(_ name: String) -> String { "{{ value_json.\(name) }}" }

    /// Of the statistics: messages that were refused, whatever for.
    static let refused = "{{ value_json.rejected.values() | sum }}"
}
