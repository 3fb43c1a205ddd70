// SPDX-License-Identifier: MIT

#pragma once

#include <popoverd/export.h>
#include <popoverd/types.h>

#include <QtCore/QFuture>
#include <QtCore/QObject>

#include <memory>

namespace Popoverd {

class Client;
class ClientPrivate;
class PopoverHandlePrivate;

/**
 * A popover that the program draws itself; Popover and the QML type do that for you.
 *
 * Client::open makes it. It ends with failed or with closed, after which it does nothing. Deleting a
 * waiting one cancels the open; an open one then closes as the daemon says, with the draft of setDraft.
 */
class POPOVERD_EXPORT PopoverHandle : public QObject {
    Q_OBJECT

public:
    ~PopoverHandle() override;

    /** Whether it was granted and has not ended. */
    bool isOpen() const;
    /** The daemon's name of it, `p1`. */
    QString id() const;
    /** The draft of an earlier popover with this key; undefined if there is none. */
    QJsonValue draft() const;
    Placement placement() const;
    Appearance appearance() const;

    /** Takes back an open that waits; failed follows with the reason `cancelled`. */
    void cancel();
    /** Changes members of the open, such as `size`; moved follows if that moves it. */
    QFuture<Response> update(const QJsonObject &members);
    /** Reports a choice; the result's `closes` tells whether it closes the popover. */
    QFuture<Response> choose(const QJsonValue &choice);
    /** Reports that it left the screen; closed follows. `done` consumes the draft, `cancel` drops it. */
    void close(const QString &outcome);
    /** Answers willClose, after it left the screen; undefined is no draft. */
    void answerClose(const QJsonValue &draft = QJsonValue::Undefined);
    /** Answers willClose if the program has saved the draft itself. */
    void answerCloseSaved();
    /** Turns it into a panel, whose moved, willClose and closed follow; without a frame it keeps its own. */
    QFuture<Response> detach(const QRectF &frame = {});
    /** Moves or resizes a panel. */
    QFuture<Response> setPanelFrame(const QRectF &frame);
    /** The draft that answers for it after it was deleted. */
    void setDraft(const QJsonValue &draft);

Q_SIGNALS:
    /** It was granted: draw it. */
    void opened();
    void failed(const Popoverd::Error &error);
    /** It has to move to placement(). */
    void moved();
    /** Take it off the screen, then call answerClose. */
    void willClose(const Popoverd::CloseRequest &request);
    void closed(const Popoverd::End &end);
    /** People tapped outside it, and it stays: draw attention to it. */
    void nudged();
    /** The display's keyboard is its own. */
    void focusEntered();
    /** People press a keypad: `next`, `previous`, `up`, `down`, `left`, `right`, `activate` or `help`. */
    void focusMoved(const QString &step);
    /** Bring the panel to the front. */
    void raised();

private:
    friend class Client;
    friend class ClientPrivate;
    POPOVERD_NO_EXPORT explicit PopoverHandle(Client *client);
    const std::unique_ptr<PopoverHandlePrivate> d;
};

} // namespace Popoverd
