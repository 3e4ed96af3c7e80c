import GeofenceCore

/// Writes circles as a table (RFC 4180, but with line feeds alone); other fences are left out.
enum CSVExport {
    static func write(_ fences: [Fence]) -> FenceExport {
        var export = FenceExport()
        export.add("id,name,latitude,longitude,radius\n")
        for fence in fences {
            guard let circle = fence.circle else {
                export.leaveOut(
                    fence,
                    "the table has circles alone, and this is a fence of kind \(fence.kind)"
                )
                continue
            }
            let numbers = [circle.center.latitude, circle.center.longitude, circle.radius].map(
                JSONWriter.text
            )
            let cells = [fence.id.description, fence.name ?? ""].map(CSVCell.text) + numbers
            export.add(cells.joined(separator: ",") + "\n")
        }
        return export
    }
}
