// SPDX-License-Identifier: MIT

#include "presenter_p.h"

#include "access_p.h"
#include "stage_p.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPointerEvent>
#include <QtGui/QWindow>

namespace Popoverd {

/** People type; one message for several keys, in milliseconds. */
constexpr int SaveDelay = 250;

Presenter::Presenter(PresenterView *view, QObject *parent) : QObject(parent), view(view) {
    moves.setSingleShot(true);
    saves.setSingleShot(true);
    connect(&moves, &QTimer::timeout, this, &Presenter::registerSource);
    connect(&saves, &QTimer::timeout, this, [this] {
        if (peer && isOpen() && !key.isEmpty()) peer->saveDraft(key, this->view->work());
    });
}

Presenter::~Presenter() {
    sourceGone();
    // The client answers for it with this draft.
    delete handle;
}

void Presenter::setClient(Client *client) {
    if (peer == client) return;
    sourceGone();
    delete handle;
    view->hide();
    if (peer) peer->disconnect(this);
    peer = client;
    if (!client) return;
    // What was registered before the client was started is not known to it.
    connect(client, &Client::connected, this, &Presenter::sourceMoved);
    connect(client, &QObject::destroyed, this, [this] { view->hide(); });
    connect(client, &Client::focusEntered, this, [this](const QString &, const QString &name) {
        if (!name.isEmpty() && name == registered && !isOpen()) this->view->returnFocus();
    });
    connect(client, &Client::sourceActivated, this, [this](const QString &name) {
        if (name == registered) Q_EMIT activated();
    });
    sourceMoved();
}

// MARK: The source

QString Presenter::nameOf(const QObject *source) {
    return QStringLiteral("source-%1").arg(quintptr(source), 0, 16);
}

QString Presenter::surfaceName(QWindow *window) {
    return QStringLiteral("window-%1").arg(quintptr(window), 0, 16);
}

void Presenter::registerSource() {
    if (!peer || source.isEmpty()) return;
    auto *window = view->sourceWindow();
    if (!window) return sourceGone();
    if (registered != source) sourceGone();
    registered = source;
    const auto surface = surfaceName(window);
    peer->setSurface(surface, {view->windowOrigin().value_or(originOf(window)),
                               QSizeF(window->size())}, display);
    if (guarded != window) {
        if (guarded) guarded->removeEventFilter(this);
        window->installEventFilter(this);
        guarded = window;
    }
    // While it is painted again and again, the same is not reported again.
    const auto rect = view->sourceRect();
    const auto control = controlOf(view->control());
    if (isKnown && rect == place && control == told) return;
    isKnown = true;
    place = rect;
    told = control;
    peer->setControl(source, rect, control, surface, display);
}

/** Whether the event is about keys that are another client's. */
bool Presenter::keepsFromPrograms(QEvent *event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::TouchBegin:
        // No shield has kept it: people use the program again. Not every screen plugin sees it, and the
        // popover that it opens would have no keyboard.
        if (!peer->hasKeyboard(display)) {
            peer->takeKeyboard(display);
            peer->tap(static_cast<QPointerEvent *>(event)->point(0).position(), surfaceName(guarded));
        }
        return false;
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::ShortcutOverride:
        return !peer->hasKeyboard(display);
    default:
        return false;
    }
}

bool Presenter::pressed(const QKeyEvent *event) {
    if (event->key() != Qt::Key_Escape || event->modifiers() != Qt::NoModifier || !peer || !isOpen())
        return false;
    peer->key(QStringLiteral("Escape"), display);
    return true;
}

bool Presenter::eventFilter(QObject *object, QEvent *event) {
    if (!peer) return QObject::eventFilter(object, event);
    // The window behind may have the keys, and nothing in it is in use.
    const bool isBehind = object == guarded && view->ownWindow() && event->type() == QEvent::KeyPress;
    if (!keepsFromPrograms(event) && !(isBehind && pressed(static_cast<QKeyEvent *>(event))))
        return QObject::eventFilter(object, event);
    event->accept();
    return true;
}

void Presenter::sourceGone() {
    moves.stop();
    if (handle) handle->setDraft(draft());
    if (peer && !registered.isEmpty()) peer->removeSource(registered);
    registered.clear();
    isKnown = false;
}

// MARK: The popover

void Presenter::open() {
    if (handle || !peer) return;
    isSecondTry = isClosedByProgram = isLeaving = false;
    ask();
}

void Presenter::ask() {
    registerSource();
    QJsonObject params{
        {"source", source}, {"size", QJsonObject{{"width", size.width()}, {"height", size.height()}}}};
    if (!behavior.isEmpty()) params["behavior"] = behavior;
    if (!key.isEmpty()) params["key"] = key;
    if (!title.isEmpty()) params["title"] = title;
    for (auto option = options.begin(); option != options.end(); ++option)
        params[option.key()] = option.value();
    handle = peer->open(params);
    connect(handle, &PopoverHandle::opened, this, &Presenter::granted);
    connect(handle, &PopoverHandle::failed, this, &Presenter::refused);
    connect(handle, &PopoverHandle::moved, this, [this] { view->move(handle->placement()); });
    connect(handle, &PopoverHandle::willClose, this, qOverload<const CloseRequest &>(&Presenter::close));
    connect(handle, &PopoverHandle::closed, this, &Presenter::end);
    connect(handle, &PopoverHandle::nudged, this, &Presenter::nudged);
    connect(handle, &PopoverHandle::focusEntered, this, [this] { view->takeFocus(); });
    connect(handle, &PopoverHandle::focusMoved, this, [this](const QString &step) { view->moveFocus(step); });
}

void Presenter::refused(const Error &error) {
    handle->deleteLater();
    handle.clear();
    // The report of the tap that asks for it may be on its way.
    if (error.reason == QLatin1String("unasked") && !std::exchange(isSecondTry, true)) {
        QTimer::singleShot(int(qMax<qint64>(0, peer->limit("duplicateTapMs"))), this, [this] {
            if (peer && !handle) ask();
        });
        return;
    }
    Q_EMIT failed(error);
}

void Presenter::granted() {
    pristine = view->work();
    const auto draft = handle->draft().toObject();
    if (!draft.isEmpty()) view->setWork(draft);
    view->show(handle->placement(), handle->appearance());
    if (auto *window = view->ownWindow()) window->installEventFilter(this);
    Q_EMIT openChanged();
    Q_EMIT opened(draft);
}

QJsonValue Presenter::draft() const {
    const auto work = view->work();
    return work == pristine ? QJsonValue(QJsonValue::Undefined) : QJsonValue(work);
}

void Presenter::close(const CloseRequest &request) {
    const bool isSaved = request.disposition != QLatin1String("discard");
    leave();
    view->leave(request.animation, [this, isSaved, popover = handle] {
        if (!popover || isClosedByProgram) return;
        popover->answerClose(isSaved ? draft() : QJsonValue(QJsonValue::Undefined));
    });
}

void Presenter::close(const QString &outcome) {
    if (!isOpen()) {
        if (handle) handle->cancel();
        return;
    }
    leave();
    isClosedByProgram = true;
    view->hide();
    handle->close(outcome);
}

/** From now on nothing is saved by itself: it would bring back what is done or discarded. */
void Presenter::leave() {
    saves.stop();
    isLeaving = true;
}

void Presenter::end(const End &end) {
    if (end.reason == QLatin1String("detached")) return;
    saves.stop();
    view->hide();
    // The next user may be somebody else.
    view->setWork(pristine);
    handle->deleteLater();
    handle.clear();
    if (end.returnFocus) view->returnFocus();
    Q_EMIT openChanged();
    Q_EMIT closed(end);
}

void Presenter::workChanged() {
    if (isOpen() && !isLeaving && !saves.isActive()) saves.start(SaveDelay);
}

} // namespace Popoverd
