// SPDX-License-Identifier: MIT

#pragma once

#include <QtCore/QEasingCurve>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtCore/QRectF>
#include <QtCore/QString>

#include <optional>

namespace Popoverd {

/** Why something failed; false if nothing did. Strings that do not apply are empty. */
struct Error {
    /** A code of docs/reference/protocol.md, or one of the library's, from -1 to -99. */
    int code = 0;
    /** For people; may change. */
    QString message;
    /** The method that failed; empty for a connection. */
    QString method;
    /** Why the rules refused it: `modal-active`, `cancelled` … */
    QString reason;
    /** The app of another client that is the cause. */
    QString app;
    /** The path of an invalid member, `size.width`. */
    QString member;
    /** The missing role or right. */
    QString needs;
    /** The exceeded limit. */
    QString limit;

    explicit operator bool() const { return code != 0; }
};

/** The answer to a request: an error, or the method's result. */
struct Response {
    Error error;
    QJsonObject result;
};

/** How something moves; nothing is animated if `milliseconds` is 0. */
struct Animation {
    int milliseconds = 0;
    QEasingCurve easing;
    /** The name of the easing in the protocol: `ease-out`. */
    QString easingName;
    /** The frame at the start. */
    std::optional<QRectF> from;
};

/** Where a popover is on its display, in points from the display's top left. */
struct Placement {
    QRectF frame;
    /** The side of its source; empty for a sheet. */
    QString side;
    /** The tip of the arrow; none for a sheet. */
    std::optional<QPointF> arrow;
    bool isSheet = false;
    /** It was cut below the wanted height. */
    bool scrolls = false;
    /** Only a button closes this sheet: show one. */
    bool closeButton = false;
    /** How dark to draw what is behind, 0 to 1. */
    qreal scrim = 0;
    Animation animation;
};

/** How popovers look on a display, lengths in points. */
struct Appearance {
    qreal arrowLength = 12;
    qreal arrowWidth = 24;
    qreal cornerRadius = 8;
    bool isTranslucent = true;
    bool isHighContrast = false;
};

/** What a person needs of a display. */
struct DisplaySettings {
    /** How much larger text is than designed, 1 to 4. */
    qreal textScale = 1;
    bool isHighContrast = false;
    /** Nothing is animated. */
    bool isMotionReduced = false;
    /** A BCP 47 tag, `de-AT`; empty if it is unknown. */
    QString language;
    std::optional<Qt::LayoutDirection> direction;
};

/** What a control is to people who hear it, or reach it by keys. */
struct Control {
    QString label;
    /** In a sentence what it does. */
    QString help;
    /** `button`, `link`, `checkbox`, `radio`, `switch`, `tab`, `field`, `menu` or `list-item`. */
    QString role = QStringLiteral("button");
    /** It does nothing now: keypads skip it. */
    bool isDisabled = false;

    bool operator==(const Control &other) const {
        return label == other.label && help == other.help && role == other.role
            && isDisabled == other.isDisabled;
    }
};

/** The daemon takes a popover off the screen. */
struct CloseRequest {
    /** `outside-tap`, `replaced` …; `connection-lost` if the daemon is gone. */
    QString reason;
    /** `save` or `discard`. */
    QString disposition;
    /** How long the daemon waits, in milliseconds; a later draft is saved, too. */
    qreal deadline = 0;
    Animation animation;
};

/** How a popover ended. */
struct End {
    QString reason;
    /** What became of its draft: `saved`, `kept`, `discarded` or `none`. */
    QString draft;
    bool returnFocus = false;
};

/** An alert that this program shows; see Client::setPresentsAlerts. */
struct Alert {
    /** The daemon's name of it, for Client::answerAlert. */
    QString alert;
    QString title;
    QString message;
    /** `info`, `warning` or `critical`. */
    QString severity;
    /** Objects with `id`, `label` and perhaps `role`. */
    QJsonArray buttons;
    QString app;
    /** In how many milliseconds it ends by itself; none if it does not. */
    std::optional<qreal> timeout;
    Placement placement;
};

} // namespace Popoverd
