// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens

/// What the screen shows, as it follows from the windows and the daemon's scene.
extension Stage {
    /// The picture of the present state.
    mutating func composed() -> Picture {
        guard !tiles.isEmpty else { return Picture() }
        var composition = Composition(areas: areas, wishes: wishes)
        for window in windows where !window.holdsCandidates { place(window, in: &composition) }
        // Their parents may be newer.
        for window in windows where window.holdsCandidates { place(window, in: &composition) }
        wishes = composition.wishes
        var picture = Picture()
        // Layer surfaces of a level, and their popups, are above its other windows.
        picture.windows = composition.windows + composition.layers
        picture.drawn = composition.drawn
        for veil in veils {
            guard let place = place(of: veil, in: composition) else { continue }
            picture.drawn.append(.init(kind: .veil, level: .dimmedApp, place: place))
        }
        for tile in tiles {
            guard let ring = state.focuses[tile.display]?.ring else { continue }
            picture.drawn.append(
                .init(kind: .ring, level: .ring, place: ring.offset(by: tile.place.origin)))
        }
        if let (alert, tile, place) = alertPlace {
            picture.drawn.append(
                .init(kind: .dim(scene.appearance.scrim), level: .dimmedPopover, place: tile.place))
            picture.drawn.append(.init(kind: .alert(alert), level: .alert, place: place))
        }
        if blanking.isBlank {
            // Also for outputs that cannot be turned off, as windows of a desktop.
            picture.drawn += tiles.map { .init(kind: .dim(1), level: .ring, place: $0.place) }
        }
        picture.focus = focus(in: picture)
        return picture
    }

    private struct Composition {
        /// The room of apps, by display.
        let areas: [Name: Rect]
        var wishes: [StageWindow.ID: Size]
        var windows: [Picture.Shown] = []
        var layers: [Picture.Shown] = []
        var drawn: [Picture.Drawn] = []
        /// Where the dialogs of an app stay, by its window and by theirs.
        var dialogRooms: [StageWindow.ID: Rect] = [:]

        func area(of tile: Tile) -> Rect { areas[Name(tile.display)] ?? tile.place }

        func shown(_ window: StageWindow.ID?) -> Picture.Shown? {
            windows.last { $0.window == window } ?? layers.last { $0.window == window }
        }

        mutating func append(_ shown: Picture.Shown, above parent: Picture.Shown) {
            if layers.contains(parent) { layers.append(shown) } else { windows.append(shown) }
        }
    }

    /// What panels and keyboards leave of each display.
    private var areas: [Name: Rect] {
        var areas: [Name: Rect] = [:]
        for tile in tiles {
            areas[Name(tile.display)] = windows.reduce(tile.place) { area, window in
                guard window.isMapped, window.mark == nil, case .layer(let request) = window.kind,
                    self.tile(of: request) == tile
                else { return area }
                return request.rest(of: area)
            }
        }
        return areas
    }

    private func tile(of request: LayerRequest) -> Tile? {
        tiles.first { $0.id == request.output } ?? tile(nil)
    }

    /// Nil: a display that is not there.
    private func tile(_ display: String?) -> Tile? {
        guard let display else {
            return tiles.first { $0.display == "main" } ?? tiles.first
        }
        return tiles.first { $0.display === display }
    }

    func isApp(_ window: StageWindow) -> Bool {
        window.kind == .toplevel && window.mark == nil && window.parent == nil
    }

    private func place(_ window: StageWindow, in composition: inout Composition) {
        if let mark = window.mark {
            switch mark.kind {
            case .popover: return placePopover(window, mark.id, in: &composition)
            case .alert: return placeAlert(window, mark.id, in: &composition)
            }
        }
        switch window.kind {
        case .layer(let request): placeLayer(window, request, in: &composition)
        case .popup(let point): placePopup(window, point, in: &composition)
        case .toplevel: placeApp(window, in: &composition)
        case .candidates(let cursor, let height):
            placeCandidates(window, cursor, height, in: &composition)
        }
    }

    private func placePopover(
        _ window: StageWindow, _ id: String, in composition: inout Composition
    ) {
        let found = scene.popovers.first { $0.id == id && $0.owner == window.owner }
        guard let popover = found, let tile = tile(popover.display) else { return }
        let offset = tile.place.origin
        let frame = popover.frame.offset(by: offset)
        if case .layer(let request) = window.kind {
            // It draws its arrow and its shadow itself, and knows its place.
            composition.layers.append(
                .init(
                    window: window.id, level: .popover, place: request.place(in: tile.place),
                    room: composition.area(of: tile), clip: withShadow(frame)))
            return
        }
        composition.windows.append(
            .init(
                window: window.id, level: .popover, place: frame, room: composition.area(of: tile)))
        guard window.isMapped else { return }
        if popover.isModal, scene.appearance.scrim > 0 {
            composition.drawn.append(
                .init(kind: .dim(scene.appearance.scrim), level: .dimmedApp, place: tile.place))
        }
        let tip = popover.tip.map { Point(x: $0.x + offset.x, y: $0.y + offset.y) }
        composition.drawn.append(
            .init(
                kind: .bubble(side: popover.side, tip: tip, scene.appearance), level: .popover,
                place: frame))
    }

    private func placeAlert(
        _ window: StageWindow, _ id: String, in composition: inout Composition
    ) {
        let found = scene.alerts.first { $0.id == id && $0.owner == window.owner }
        guard let alert = found, let tile = tile(alert.display) else { return }
        let frame = alert.frame.offset(by: tile.place.origin)
        if case .layer(let request) = window.kind {
            composition.layers.append(
                .init(
                    window: window.id, level: .alert, place: request.place(in: tile.place),
                    room: composition.area(of: tile), clip: withShadow(frame)))
            return
        }
        composition.windows.append(
            .init(window: window.id, level: .alert, place: frame, room: composition.area(of: tile)))
        guard window.isMapped else { return }
        composition.drawn.append(
            .init(kind: .dim(scene.appearance.scrim), level: .dimmedPopover, place: tile.place))
        composition.drawn.append(
            .init(kind: .bubble(side: nil, tip: nil, scene.appearance), level: .alert, place: frame)
        )
    }

    private func placeLayer(
        _ window: StageWindow, _ request: LayerRequest, in composition: inout Composition
    ) {
        guard let tile = tile(of: request) else { return }
        let level: Picture.Level =
            switch request.layer {
            case .background, .bottom: .background
            // A panel keeps an edge free, too, and lies below popovers.
            case .top, .overlay:
                request.keptEdge != nil && window.mayBeKeyboard ? .keyboard : .app
            }
        let isLast = request.keptEdge != nil || request.exclusiveZone < 0
        let room = composition.area(of: tile)
        composition.layers.append(
            .init(
                window: window.id, level: level,
                place: request.place(in: isLast ? tile.place : room), room: room))
    }

    private func placePopup(
        _ window: StageWindow, _ point: Point, in composition: inout Composition
    ) {
        guard let parent = composition.shown(window.parent) else { return }
        var place = Rect(
            origin: Point(x: parent.place.x + point.x, y: parent.place.y + point.y),
            size: window.size)
        var level = parent.level
        if level == .app {
            let popover = popover(onDisplayOf: parent)
            if isGuestPopup(window) {
                guard hasPopover(window) else { return }
                level = .popover
                place = place.moved(into: parent.room)
            } else if let tie = ties[window.id] {
                guard scene.popovers.contains(where: { $0.id == tie }) else { return }
                level = .popover
            } else if popover != nil {
                return
            }
        }
        let shown = Picture.Shown(
            window: window.id, level: level, place: place, room: parent.room,
            clip: withShadow(place))
        composition.append(shown, above: parent)
    }

    private func popover(onDisplayOf parent: Picture.Shown) -> StageScene.Popover? {
        // What is shown above it may reach beyond its display.
        scene.popovers.last { tile(at: parent.room.center)?.display === $0.display }
    }

    /// Below the text that they are for, or above it where there is no room.
    private func placeCandidates(
        _ window: StageWindow, _ cursor: Point, _ textHeight: Double,
        in composition: inout Composition
    ) {
        guard let parent = composition.shown(window.parent),
            !veils.contains(where: { $0.window == parent.window })
        else { return }
        var level = parent.level
        if level == .app, let popover = popover(onDisplayOf: parent) {
            // A popover that is a popup leaves the keys with its window.
            let owner = windows.first { $0.id == parent.window }?.owner
            guard popover.owner == owner else { return }
            level = .popover
        }
        let room = parent.room
        let text = cursor.y + parent.place.y
        let isBelow = text + textHeight + window.size.height <= room.maxY
        let place = Rect(
            x: cursor.x + parent.place.x,
            y: isBelow ? text + textHeight : text - window.size.height,
            width: window.size.width, height: window.size.height
        ).moved(into: room)
        let shown = Picture.Shown(
            window: window.id, level: level, place: place, room: room,
            clip: place.intersection(room))
        composition.append(shown, above: parent)
    }

    /// Around a window that draws its shadow and its arrow itself.
    private func withShadow(_ frame: Rect) -> Rect {
        let width = -max(Self.shadowWidth, scene.appearance.arrowLength + 1)
        return frame.inset(by: Insets(top: width, left: width, bottom: width, right: width))
    }

    private func placeApp(_ window: StageWindow, in composition: inout Composition) {
        if let parent = composition.shown(window.parent) {
            return placeDialog(window, of: parent, in: &composition)
        }
        guard let tile = tile(window.region?.display) else { return }
        let area = composition.area(of: tile)
        let wanted = window.region?.place?.offset(by: tile.place.origin) ?? area
        let place = wanted.intersection(area) ?? wanted
        composition.dialogRooms[window.id] = place
        // A popover that is a popup stays where the daemon says. In Qt it spans its old and its new place
        // while it moves off a keyboard. A guest's is off keyboards by the stage.
        let isOwner =
            !isGuest(window.owner)
            && scene.popovers.contains { $0.owner == window.owner && !$0.isClosing }
        composition.windows.append(
            .init(
                window: window.id, level: .app, place: place, room: isOwner ? tile.place : area))
    }

    /// A dialog is as large as it likes, and in the middle of its parent. One that does not fit is asked for
    /// as much of its own size as does.
    private func placeDialog(
        _ window: StageWindow, of parent: Picture.Shown, in composition: inout Composition
    ) {
        let room = composition.dialogRooms[parent.window] ?? parent.room
        composition.dialogRooms[window.id] = room
        let isTooLarge = window.size.width > room.width || window.size.height > room.height
        let wish = composition.wishes[window.id] ?? (isTooLarge ? window.size : nil)
        composition.wishes[window.id] = wish
        let own = wish ?? window.size
        let size = Size(width: min(own.width, room.width), height: min(own.height, room.height))
        let x = (parent.place.midX - size.width / 2).rounded()
        let y = (parent.place.midY - size.height / 2).rounded()
        let place = Rect(origin: Point(x: x, y: y), size: size).moved(into: room)
        composition.windows.append(
            .init(
                window: window.id, level: parent.level, place: place, room: parent.room,
                most: wish == nil ? room.size : nil))
    }

    /// Nil: its window is not shown.
    private func place(of veil: Veil, in composition: Composition) -> Rect? {
        guard let shown = composition.shown(veil.window) else { return nil }
        return veil.part?.offset(by: shown.place.origin) ?? shown.place
    }

    // MARK: Occluders

    /// Has popovers keep off keyboards.
    mutating func reportKeyboards() {
        guard isSceneKnown else { return }
        var places: [Name: Occluders.Place] = [:]
        for shown in picture.windows where shown.level == .keyboard {
            guard windows.contains(where: { $0.id == shown.window && $0.isMapped }),
                let tile = tile(at: shown.place.center)
            else { continue }
            let place = shown.place.offset(by: Point(x: -tile.place.x, y: -tile.place.y))
            places[Name("window \(shown.window)")] = Occluders.Place(
                display: tile.display, rect: place)
        }
        for line in occluders.replace(with: places) { orders.append(.send(line)) }
    }

    // MARK: Popups

    /// Ties the popups of an owner's windows to its popover, while it is there.
    mutating func tiePopups() {
        for window in windows where ties[window.id] == nil {
            guard case .popup = window.kind, !isGuestPopup(window),
                let popover = scene.popovers.last(where: { $0.owner == window.owner })
            else { continue }
            ties[window.id] = popover.id
        }
    }

    // MARK: What is where

    func tile(at point: Point) -> Tile? { tiles.first { $0.place.contains(point) } }

    /// The app's window at a place, that of a process if it is known.
    func appWindow(of process: UInt32?, at point: Point) -> Picture.Shown? {
        let apps = picture.windows.reversed().filter { shown in
            shown.place.contains(point) && windows.contains { $0.id == shown.window && isApp($0) }
        }
        let owned = apps.first { shown in
            windows.contains { $0.id == shown.window && $0.process == process }
        }
        return owned ?? apps.first
    }
}

extension Rect {
    /// Moved as little as possible; what is larger than the room begins at its corner.
    fileprivate func moved(into room: Rect) -> Rect {
        let origin = Point(
            x: max(room.minX, min(x, room.maxX - width)),
            y: max(room.minY, min(y, room.maxY - height)))
        return Rect(origin: origin, size: Size(width: width, height: height))
    }
}
