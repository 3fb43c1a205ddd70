// SPDX-License-Identifier: MIT
// One popover of one source, as widgets and QML have it: everything but its window.

#pragma once

#include <popoverd/client.h>

#include <QtCore/QPointer>
#include <QtCore/QTimer>

#include <functional>
#include <optional>

class QKeyEvent;
class QWindow;

namespace Popoverd {

/** What Popover and the QML type do for their presenter. */
class PresenterView {
public:
    virtual ~PresenterView() = default;
    /** The window of the source; null if there is none on the screen. */
    virtual QWindow *sourceWindow() const = 0;
    /** Where the source is in that window. */
    virtual QRectF sourceRect() const = 0;
    /** Where the window begins on its display; without it, where Qt says. */
    virtual std::optional<QPointF> windowOrigin() const = 0;
    virtual void show(const Placement &placement, const Appearance &appearance) = 0;
    virtual void move(const Placement &placement) = 0;
    /** Goes off the screen, and then calls `done`. */
    virtual void leave(const Animation &animation, const std::function<void()> &done) = 0;
    /** Is off the screen when it returns; what `leave` was to call is called before. */
    virtual void hide() = 0;
    virtual QJsonObject work() const = 0;
    virtual void setWork(const QJsonObject &work) = 0;
    virtual void returnFocus() = 0;
    /** The control, for its words. */
    virtual QObject *control() const = 0;
    /** Gives it the keys, and its content the focus unless it has it. */
    virtual void takeFocus() = 0;
    /** People press a keypad. */
    virtual void moveFocus(const QString &step) = 0;
    /** The window of the popover; null while there is none, or it is the source's. */
    virtual QWindow *ownWindow() const = 0;
};

class POPOVERD_EXPORT Presenter : public QObject {
    Q_OBJECT

public:
    Presenter(PresenterView *view, QObject *parent);
    /** Saves the drafts of what is open. */
    ~Presenter() override;

    /** A name for a source without one. */
    static QString nameOf(const QObject *source);
    void setClient(Client *client);
    Client *client() const { return peer; }

    QString source, behavior, key, title, display;
    QSizeF size = {340, 240};
    QJsonObject options;

    bool isOpen() const { return handle && handle->isOpen(); }
    PopoverHandle *popover() const { return handle; }
    /** What screen plugins know its window by. */
    QString mark() const { return QStringLiteral("popover:") + handle->id(); }

    void open();
    void close(const QString &outcome);
    /** Tells the daemon soon where the source is. */
    void sourceMoved() { moves.start(0); }
    /** Tells the daemon now that the source is gone. */
    void sourceGone();

    /** What a person needs of the display. */
    DisplaySettings settings() const { return peer ? peer->settings(display) : DisplaySettings(); }

    /** A key that nothing in the popover has used; true if it is handled. */
    bool pressed(const QKeyEvent *event);

    bool eventFilter(QObject *object, QEvent *event) override;

public Q_SLOTS:
    /** Saves the draft soon. */
    void workChanged();

Q_SIGNALS:
    /** With the draft, empty if there is none. */
    void opened(const QJsonObject &draft);
    void closed(const Popoverd::End &end);
    void failed(const Popoverd::Error &error);
    /** The source has to act as if it were pressed. */
    void activated();
    void nudged();
    void openChanged();

private:
    void registerSource();
    void ask();
    void granted();
    bool keepsFromPrograms(QEvent *event);
    void close(const CloseRequest &request);
    void leave();
    void end(const End &end);
    void refused(const Error &error);
    QJsonValue draft() const;
    static QString surfaceName(QWindow *window);

    PresenterView *const view;
    QPointer<Client> peer;
    QPointer<PopoverHandle> handle;
    QString registered;
    QTimer moves, saves;
    /** The source as it was registered. */
    QRectF place;
    Control told;
    QPointer<QWindow> guarded;
    QJsonObject pristine;
    bool isKnown = false;
    bool isSecondTry = false;
    bool isClosedByProgram = false;
    bool isLeaving = false;
};

} // namespace Popoverd
