// SPDX-License-Identifier: MIT

#include "access_p.h"
#include "draft_p.h"
#include "presenter_p.h"

#include <popoverd/popover.h>

#include <QtGui/QKeyEvent>
#include <QtGui/QWindow>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QToolTip>

namespace Popoverd {

/** Presses a key, as widgets know what it does in them. */
static void press(QWidget *widget, Qt::Key key) {
    QKeyEvent down(QEvent::KeyPress, key, Qt::NoModifier), up(QEvent::KeyRelease, key, Qt::NoModifier);
    const QPointer<QWidget> guard(widget);
    QCoreApplication::sendEvent(widget, &down);
    if (guard) QCoreApplication::sendEvent(widget, &up);
}

static void moveFocusIn(QWidget *focus, const QString &step) {
    static const QHash<QString, Qt::Key> keys{
        {"next", Qt::Key_Tab}, {"previous", Qt::Key_Backtab}, {"up", Qt::Key_Up}, {"down", Qt::Key_Down},
        {"left", Qt::Key_Left}, {"right", Qt::Key_Right}, {"activate", Qt::Key_Return}};
    auto *button = qobject_cast<QAbstractButton *>(focus);
    auto *list = qobject_cast<QComboBox *>(focus);
    if (step == QLatin1String("help"))
        QToolTip::showText(focus->mapToGlobal(focus->rect().bottomLeft()), helpOf(focus), focus);
    else if (button && step == QLatin1String("activate")) button->click();
    else if (list && step == QLatin1String("activate")) list->showPopup();
    else if (keys.contains(step)) press(focus, keys.value(step));
}

class PopoverPrivate : public PresenterView {
public:
    PopoverPrivate(Popover *q, QWidget *source) : q(q), source(source), presenter(this, nullptr) {}

    Popover *const q;
    const QPointer<QWidget> source;
    QList<QPointer<QWidget>> watched;
    QSizeF size;
    Presenter presenter;

    /** Watches the source and all that it moves with, up to its window. */
    void watch() {
        unwatch();
        for (auto *widget = source.data(); widget; widget = widget->parentWidget()) {
            widget->installEventFilter(q);
            watched.append(widget);
            if (widget->isWindow()) break;
        }
    }
    bool isWatched(QObject *object) const {
        return object->isWidgetType() && watched.contains(static_cast<QWidget *>(object));
    }
    void unwatch() {
        for (const auto &widget : std::exchange(watched, {})) {
            if (widget) widget->removeEventFilter(q);
        }
    }

    QWindow *sourceWindow() const override {
        return source && source->isVisible() ? source->window()->windowHandle() : nullptr;
    }
    QRectF sourceRect() const override {
        return {source->mapTo(source->window(), QPoint(0, 0)), QSizeF(source->size())};
    }
    std::optional<QPointF> windowOrigin() const override { return q->windowOrigin(); }
    void show(const Placement &placement, const Appearance &appearance) override {
        watchEntries(q->content(), &presenter, "workChanged()");
        q->setAppearance(appearance);
        const bool isHint = presenter.behavior == QLatin1String("hint");
        q->setAttribute(Qt::WA_ShowWithoutActivating, isHint);
        q->setMark(presenter.mark());
        q->place(placement);
        q->raise();
        if (isHint) return;
        q->activateWindow();
        takeFocus();
    }
    QObject *control() const override { return source; }
    QWindow *ownWindow() const override { return q->windowHandle(); }
    void takeFocus() override {
        q->activateWindow();
        auto *content = q->content();
        if (!content || content->isAncestorOf(q->focusWidget())) return;
        // The first entry, unless the program has chosen another one.
        auto *focus = content->focusWidget() ? content->focusWidget() : content->nextInFocusChain();
        while (focus != content && !(focus->focusPolicy() & Qt::TabFocus)) focus = focus->nextInFocusChain();
        if (content->isAncestorOf(focus)) focus->setFocus(Qt::PopupFocusReason);
    }
    void moveFocus(const QString &step) override {
        moveFocusIn(q->focusWidget() ? q->focusWidget() : q, step);
    }
    /** Text is as large, and runs in the direction, as the person needs; what the program has set stays. */
    void adapt() {
        const auto settings = presenter.settings();
        if (auto font = QApplication::font(); settings.textScale != 1 || q->testAttribute(Qt::WA_SetFont)) {
            if (font.pointSizeF() > 0) font.setPointSizeF(font.pointSizeF() * settings.textScale);
            else font.setPixelSize(qRound(font.pixelSize() * settings.textScale));
            q->setFont(font);
        }
        if (settings.direction) q->setLayoutDirection(*settings.direction);
        presenter.size = size * settings.textScale;
        if (size.isEmpty())
            presenter.size = q->content() ? QSizeF(q->content()->sizeHint()) : QSizeF(320, 240);
    }
    void move(const Placement &placement) override { q->place(placement); }
    void leave(const Animation &animation, const std::function<void()> &done) override {
        q->leave(animation, done);
    }
    void hide() override { q->dismiss(); }
    QJsonObject work() const override { return entriesOf(q->content()); }
    void setWork(const QJsonObject &work) override { setEntries(q->content(), work); }
    void returnFocus() override {
        if (!source) return;
        source->activateWindow();
        source->setFocus(Qt::PopupFocusReason);
    }
};

Popover::Popover(Client *client, QWidget *source, QWidget *content)
    : Bubble(source), d(std::make_unique<PopoverPrivate>(this, source)) {
    setContent(content);
    auto &presenter = d->presenter;
    presenter.source = source->objectName();
    if (presenter.source.isEmpty()) presenter.source = Presenter::nameOf(source);
    d->watch();
    connect(&presenter, &Presenter::opened, this, &Popover::opened);
    connect(&presenter, &Presenter::closed, this, &Popover::closed);
    connect(&presenter, &Presenter::failed, this, &Popover::failed);
    connect(&presenter, &Presenter::nudged, this, &Popover::nudged);
    connect(&presenter, &Presenter::activated, this, [this] {
        if (auto *button = qobject_cast<QAbstractButton *>(d->source)) button->click();
        else open();
    });
    presenter.setClient(client);
    if (client) connect(client, &Client::settingsChanged, this, [this] {
        if (!isOpen()) return;
        d->adapt();
        const auto &size = d->presenter.size;
        handle()->update({{"size", QJsonObject{{"width", size.width()}, {"height", size.height()}}}});
    });
}

Popover::~Popover() { d->unwatch(); }

void Popover::setBehavior(const QString &behavior) { d->presenter.behavior = behavior; }
void Popover::setKey(const QString &key) { d->presenter.key = key; }
void Popover::setContentSize(const QSizeF &size) { d->size = size; }
void Popover::setOptions(const QJsonObject &options) { d->presenter.options = options; }

void Popover::setDisplay(const QString &display) {
    d->presenter.display = display;
    d->presenter.sourceMoved();
}

QAccessible::Role Popover::defaultAccessibleRole() const { return roleOf(d->presenter.behavior); }

bool Popover::isOpen() const { return d->presenter.isOpen(); }
QWidget *Popover::source() const { return d->source; }
PopoverHandle *Popover::handle() const { return d->presenter.popover(); }

void Popover::open() {
    d->presenter.title = windowTitle();
    d->adapt();
    d->presenter.open();
}

void Popover::done() { d->presenter.close(QStringLiteral("done")); }
void Popover::cancel() { d->presenter.close(QStringLiteral("cancel")); }

bool Popover::event(QEvent *event) {
    const bool isHandled = Bubble::event(event);
    if (event->type() != QEvent::KeyPress || event->isAccepted()) return isHandled;
    event->setAccepted(d->presenter.pressed(static_cast<QKeyEvent *>(event)));
    return isHandled;
}

bool Popover::eventFilter(QObject *object, QEvent *event) {
    switch (event->type()) {
    case QEvent::ParentChange:
        if (d->isWatched(object)) d->watch();
        [[fallthrough]];
    case QEvent::EnabledChange:
    case QEvent::Paint:
    case QEvent::ToolTipChange:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::Move:
    case QEvent::Resize:
        if (d->isWatched(object)) d->presenter.sourceMoved();
        break;
    default:
        break;
    }
    return Bubble::eventFilter(object, event);
}

} // namespace Popoverd
