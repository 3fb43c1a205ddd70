// SPDX-License-Identifier: MIT

#pragma once

#include <popoverd/export.h>
#include <popoverd/popoverhandle.h>
#include <popoverd/subscription.h>
#include <popoverd/types.h>

#include <QtCore/QFuture>
#include <QtCore/QObject>
#include <QtCore/QStringList>

#include <memory>

namespace Popoverd {

class ClientPrivate;

/**
 * The connection of a program to popoverd, on the event loop of its thread.
 *
 *     Popoverd::Client client("shop");
 *     client.start();
 *
 * All but the setters comes after start.
 * It connects again after each loss. Surfaces, sources, occluders, alerts and subscriptions survive that.
 * A request's future is never without a result: a failed one has an error in it. Canceling the future of
 * raiseAlert withdraws the alert. docs/reference/protocol.md explains methods, params and results.
 */
class POPOVERD_EXPORT Client : public QObject {
    Q_OBJECT
    Q_PROPERTY(bool ready READ isReady NOTIFY readyChanged)
    // Of the default display; the popovers of this library follow them by themselves.
    Q_PROPERTY(qreal textScale READ textScale NOTIFY settingsChanged)
    Q_PROPERTY(bool highContrast READ isHighContrast NOTIFY settingsChanged)
    Q_PROPERTY(bool reducedMotion READ isMotionReduced NOTIFY settingsChanged)
    Q_PROPERTY(QString language READ language NOTIFY settingsChanged)
    Q_PROPERTY(Qt::LayoutDirection layoutDirection READ layoutDirection NOTIFY settingsChanged)

public:
    /** `app` has 1 to 64 of a-z 0-9 . _ - */
    explicit Client(const QString &app, QObject *parent = nullptr);
    /** Disconnects at once; call leave before to save the drafts of what is open. */
    ~Client() override;

    /** Before start: the roles, without any `app`. */
    void setRoles(const QStringList &roles);
    /** Before start: whether the program shows alerts; then answer alertPresented by acceptAlert. */
    void setPresentsAlerts(bool presents);
    /** Before start: the socket; without it, as docs/reference/protocol.md says. */
    void setSocketPath(const QString &path);
    /** Before start: how long to wait for a response, in milliseconds; 10 seconds without it. */
    void setTimeout(int milliseconds);
    /** Connects; false if the app's name or a role is invalid. */
    bool start();
    /** Saves the drafts of what is open and disconnects; left follows. */
    void leave();

    QString app() const;
    bool isReady() const;
    /** The socket that was tried last, or will be tried. */
    QString socketPath() const;
    /** A limit of the daemon by its name, `waitMs`; -1 if it is unknown. */
    qint64 limit(const QString &name) const;

    /** What a person needs of a display; without a name it is the default one. */
    DisplaySettings settings(const QString &display = {}) const;
    qreal textScale() const;
    bool isHighContrast() const;
    bool isMotionReduced() const;
    QString language() const;
    Qt::LayoutDirection layoutDirection() const;

    /** False between focusLeft and focusEntered: something else has the display's keyboard. */
    bool hasKeyboard(const QString &display = {}) const;
    /** People use the program again: they have pressed in its window. */
    void takeKeyboard(const QString &display = {});

    /** Calls any method. A timeout of 0 is that of setTimeout, one below 0 is forever. */
    QFuture<Response> request(const QString &method, const QJsonObject &params = {}, int timeout = 0);

    /** Registers or moves a window; the frame is in points of the display. */
    void setSurface(const QString &surface, const QRectF &frame, const QString &display = {});
    void removeSurface(const QString &surface);
    /** Registers or moves a control that opens popovers, relative to its surface if it has one. */
    void setSource(const QString &source, const QRectF &rect, const QString &surface = {},
                   const QString &display = {}, const QString &edge = {});
    /** As setSource, also with what people who hear it or reach it by keys need. */
    void setControl(const QString &source, const QRectF &rect, const Control &control,
                    const QString &surface = {}, const QString &display = {});
    void removeSource(const QString &source);
    /** Registers or moves a rectangle that popovers must not cover. */
    void setOccluder(const QString &occluder, const QRectF &rect, const QString &display = {});
    void removeOccluder(const QString &occluder);

    /** Opens a popover with the params of `popover.open`. The client owns the handle; delete it after its
     *  end. */
    PopoverHandle *open(const QJsonObject &params);

    /** Saves a draft at once, as while people type; it is sent only while connected. */
    void saveDraft(const QString &key, const QJsonValue &content);

    /** Raises an alert with the params of `alert.raise`; the result's `button` is the pressed one. */
    QFuture<Response> raiseAlert(const QJsonObject &params);
    /** Tells that an alert of alertPresented is shown; false passes it to another client. */
    void acceptAlert(const QString &alert, bool isShown = true);
    /** Reports the pressed button of a shown alert. */
    QFuture<Response> answerAlert(const QString &alert, const QString &button);

    /** Reports a tap, in points of the display or the surface; the result has a `verdict`. */
    QFuture<Response> tap(const QPointF &at, const QString &surface = {}, const QString &display = {});
    /** Reports a key that nothing in the program has used; `Escape` closes what is on top. Popovers of this
     *  library do it by themselves. */
    QFuture<Response> key(const QString &key, const QString &display = {});
    /** Subscribes to topics, globs such as `popover.*`; `since` begins after that event. The client owns
     *  the subscription. */
    Subscription *subscribe(const QStringList &topics, qint64 since = -1);
    /** Publishes an event; the topic begins with `app.`. */
    QFuture<Response> publish(const QString &topic, const QJsonValue &data);

Q_SIGNALS:
    /** The connection is there, and everything is registered again. */
    void connected(bool restarted);
    void readyChanged(bool ready);
    void lost(const Popoverd::Error &error);
    /** An attempt failed. The next follows; if `isFinal`, it fails too unless an administrator acts. */
    void connectFailed(const Popoverd::Error &error, bool isFinal);
    void left();
    /** A registration was refused; or, with code 0, the daemon has advice about a popover, such as a width
     *  that it did not grant, once each. It is logged if nothing is connected. */
    void warning(const Popoverd::Error &error);
    /** Act as if people had pressed the source: a shield kept the tap. */
    void sourceActivated(const QString &source, const QString &gesture);
    void alertPresented(const Popoverd::Alert &alert);
    void alertDismissed(const QString &alert);
    void displayChanged(const QString &display, bool removed);
    void settingsChanged();
    /** The display's keyboard is the program's: on this source, or in its window. Popovers of this library
     *  focus their source, and themselves. */
    void focusEntered(const QString &display, const QString &source);
    /** Something else has the display's keyboard. Windows with sources ignore keys until people press in
     *  them, or focusEntered. */
    void focusLeft(const QString &display);
    /** People press a keypad while what the program draws by itself, such as this alert, is on top: `next`,
     *  `previous`, `up`, `down`, `left`, `right`, `activate` or `help`. */
    void focusMoved(const QString &display, const QString &alert, const QString &step);

private:
    friend class ClientPrivate;
    friend class PopoverHandle;
    friend class Subscription;
    const std::unique_ptr<ClientPrivate> d;
};

} // namespace Popoverd
