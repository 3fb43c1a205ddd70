// SPDX-License-Identifier: MIT

internal import PopoverModel

extension DisplayPainter {
    /// The one alert that is presented; the others are queued.
    var presentedAlert: (alert: SceneAlert, frame: Rect)? {
        for alert in alerts {
            if let frame = alert.frame { return (alert, frame) }
        }
        return nil
    }

    /// Draws the presented alert above everything, with the number of queued alerts as a badge.
    func drawAlerts() {
        let queued = alerts.count { $0.frame == nil }
        guard let (alert, place) = presentedAlert else {
            if queued > 0 {
                drawBadge(queued, at: Point(x: frame.maxX - 24, y: frame.minY + 24))
            }
            return
        }
        drawScrim()
        AlertCard(
            title: alert.title, message: alert.message ?? "from \(alert.app)",
            severity: alert.severity, buttons: alert.buttons, frame: place,
            direction: display.specification.direction
        ).draw(on: canvas)
        if queued > 0 { drawBadge(queued, at: Point(x: place.maxX - 6, y: place.minY + 6)) }
    }

    private func drawBadge(_ count: Int, at center: Point) {
        let label = "+\(count)"
        let style = TextStyle(
            size: 14, isBold: true, color: Palette.onDark, alignment: .center)
        let width = max(28, canvas.width(of: label, style) + 16)
        let badge = Rect(x: center.x - width / 2, y: center.y - 14, width: width, height: 28)
        canvas.fill(.rounded(badge, radius: 14), Palette.critical)
        canvas.stroke(.rounded(badge, radius: 14), Palette.body, width: 2)
        canvas.text(label, in: badge, style)
    }
}
