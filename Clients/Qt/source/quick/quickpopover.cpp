// SPDX-License-Identifier: MIT

#include "quickpopover_p.h"

#include "access_p.h"

#include <QtCore/QMetaProperty>
#include <QtGui/QKeyEvent>
#include <QtQml/QQmlProperty>
#include <QtQml/qqml.h>

namespace Popoverd {

// MARK: What people have entered

/** The property that people change; invalid if the item has none, or its value must not be saved. */
static QMetaProperty entry(const QQuickItem *item) {
    const auto *type = item->metaObject();
    const auto property = [&](const char *name) { return type->property(type->indexOfProperty(name)); };
    if (item->objectName().isEmpty()) return {};
    // A button has these as well; it keeps nothing unless it can be checked.
    if (const auto checked = property("checked"); checked.isValid()) {
        return item->property("checkable").toBool() ? checked : QMetaProperty();
    }
    for (const auto *name : {"value", "currentIndex"}) {
        if (const auto found = property(name); found.isWritable()) return found;
    }
    // Of texts, those that people type, and no passwords.
    const bool isTyped = property("readOnly").isValid() && !item->property("readOnly").toBool();
    return isTyped && item->property("echoMode").toInt() == 0 ? property("text") : QMetaProperty();
}

template <typename Action> static void eachEntry(QQuickItem *item, const Action &action) {
    if (!item) return;
    if (const auto property = entry(item); property.isValid()) return action(item, property);
    const auto children = item->childItems();
    for (auto *child : children) eachEntry(child, action);
}

QJsonObject QuickPopover::work() const {
    QJsonObject entries;
    eachEntry(content, [&](QQuickItem *item, const QMetaProperty &property) {
        entries[item->objectName()] = QJsonValue::fromVariant(property.read(item));
    });
    return entries;
}

void QuickPopover::setWork(const QJsonObject &work) {
    eachEntry(content, [&](QQuickItem *item, const QMetaProperty &property) {
        const auto value = work.value(item->objectName());
        if (!value.isUndefined()) property.write(item, value.toVariant());
    });
}

// MARK: The source

/** Clicks a control of Qt Quick Controls, or one like it; false if it is none. */
static bool click(QQuickItem *item) {
    return item->metaObject()->indexOfMethod("click()") >= 0 && QMetaObject::invokeMethod(item, "click");
}

QuickPopover::QuickPopover(QObject *parent) : QObject(parent), presenter(this, nullptr) {
    connect(&presenter, &Presenter::openChanged, this, &QuickPopover::openedChanged);
    connect(&presenter, &Presenter::opened, this, [this](const QJsonObject &draft) {
        Q_EMIT shown(draft.toVariantMap());
    });
    connect(&presenter, &Presenter::closed, this, [this](const End &end) {
        Q_EMIT closed(end.reason, end.draft);
    });
    connect(&presenter, &Presenter::failed, this, [this](const Error &error) {
        Q_EMIT failed(error.message, error.reason);
    });
    connect(&presenter, &Presenter::nudged, this, &QuickPopover::nudged);
    connect(&presenter, &Presenter::activated, this, &QuickPopover::activate);
}

QuickPopover::~QuickPopover() {
    // The presenter asks this for the draft once more.
    presenter.sourceGone();
}

void QuickPopover::componentComplete() {
    if (content) content->setVisible(false);
    if (!source || !client) return;
    const auto moved = [this] { presenter.sourceMoved(); };
    for (const auto change : {&QQuickItem::xChanged, &QQuickItem::yChanged, &QQuickItem::widthChanged,
                              &QQuickItem::heightChanged, &QQuickItem::visibleChanged}) {
        connect(source, change, this, moved);
        for (auto *item = source->parentItem(); item; item = item->parentItem())
            connect(item, change, this, moved);
    }
    connect(source, &QQuickItem::windowChanged, this, &QuickPopover::follow);
    follow();
    presenter.source = sourceName.isEmpty() ? source->objectName() : sourceName;
    if (presenter.source.isEmpty()) presenter.source = Presenter::nameOf(source);
    presenter.display = display;
    connect(source, &QQuickItem::enabledChanged, this, moved);
    if (client->connection()) presenter.setClient(client->connection());
    connect(client, &QuickClient::started, this, [this] { presenter.setClient(client->connection()); });
}

void QuickPopover::follow() {
    auto *window = source ? source->window() : nullptr;
    if (watched == window) return;
    if (watched) watched->disconnect(this);
    watched = window;
    // Its window is for another one.
    if (!isOpen()) bubble.reset();
    presenter.sourceMoved();
    if (!window) return;
    const auto moved = [this] { presenter.sourceMoved(); };
    for (const auto change : {&QWindow::xChanged, &QWindow::yChanged, &QWindow::widthChanged,
                              &QWindow::heightChanged})
        connect(window, change, this, moved);
    connect(window, &QWindow::visibleChanged, this, moved);
}

void QuickPopover::setOrigin(const QPointF &point) {
    origin = point;
    presenter.sourceMoved();
}

QWindow *QuickPopover::sourceWindow() const {
    return source && source->isVisible() && source->window() && source->window()->isVisible()
        ? source->window() : nullptr;
}

QRectF QuickPopover::sourceRect() const {
    return source->mapRectToScene({0, 0, source->width(), source->height()});
}

void QuickPopover::activate() {
    Q_EMIT activated();
    if (!source || !click(source)) open();
}

// MARK: The popover

/** Everything in it is as much larger as the person needs. */
void QuickPopover::adapt() {
    const qreal scale = presenter.settings().textScale;
    // A field without a text has no width.
    presenter.size = QSizeF(width > 0 || !content ? width : qMax(content->implicitWidth(), 1.0),
                            height > 0 || !content ? height : qMax(content->implicitHeight(), 1.0)) * scale;
    if (!content) return;
    content->setTransformOrigin(QQuickItem::TopLeft);
    content->setScale(scale);
    if (const auto direction = presenter.settings().direction) {
        const bool isMirrored = *direction == Qt::RightToLeft;
        auto *context = qmlContext(this);
        QQmlProperty::write(content, QStringLiteral("LayoutMirroring.enabled"), isMirrored, context);
        QQmlProperty::write(content, QStringLiteral("LayoutMirroring.childrenInherit"), true, context);
    }
}

void QuickPopover::open() {
    presenter.behavior = behavior;
    presenter.key = key;
    presenter.title = title;
    presenter.options = QJsonObject::fromVariantMap(options);
    // It is drawn in the source's window.
    if (isOnWayland() && !presenter.options.contains("within")) presenter.options["within"] = "surface";
    adapt();
    presenter.open();
}

void QuickPopover::show(const Placement &placement, const Appearance &appearance) {
    if (!source || !source->window()) return;
    if (!bubble) bubble = std::make_unique<QuickBubble>(source->window());
    bubble->setContent(content);
    bubble->bubble->pressed = [this](const QKeyEvent *event) { return pressed(event); };
    bubble->bubble->window()->installEventFilter(this);
    bubble->bubble->color = color;
    bubble->setMark(presenter.mark());
    bubble->setAccessible(roleOf(behavior), title.isEmpty() ? labelOf(source) : title, qmlContext(this));
    bubble->stage.origin = origin;
    bubble->stage.setAppearance(appearance);
    const auto *type = presenter.metaObject();
    const auto changed = type->method(type->indexOfSlot("workChanged()"));
    eachEntry(content, [&](QQuickItem *item, const QMetaProperty &property) {
        if (property.hasNotifySignal())
            QObject::connect(item, property.notifySignal(), &presenter, changed, Qt::UniqueConnection);
    });
    if (content) content->setVisible(true);
    bubble->stage.place(placement);
    QAccessibleEvent appeared(bubble->bubble, QAccessible::ObjectShow);
    QAccessible::updateAccessibility(&appeared);
    if (behavior != QLatin1String("hint")) bubble->activate();
}

void QuickPopover::takeFocus() {
    if (!bubble) return;
    auto *window = content ? content->window() : nullptr;
    auto *focus = window ? window->activeFocusItem() : nullptr;
    if (focus && content->isAncestorOf(focus)) window->requestActivate();
    else bubble->activate();
}

/** The next item within the content that takes the focus by Tab, around its ends; null if there is none. */
static QQuickItem *nextIn(QQuickItem *content, QQuickItem *focus, bool isForward) {
    auto *next = focus->nextItemInFocusChain(isForward);
    if (next && content->isAncestorOf(next)) return next;
    // The farthest one the other way, but not around: an item without Tab is not in the chain itself.
    QQuickItem *first = nullptr, *last = focus;
    while ((next = last->nextItemInFocusChain(!isForward)) && next != focus && next != first
           && content->isAncestorOf(next)) {
        if (!first) first = next;
        last = next;
    }
    return content->isAncestorOf(last) ? last : nullptr;
}

static bool isTab(const QKeyEvent *event) {
    return event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab;
}

/** On Wayland Shift and Tab may be no Backtab. */
static bool isForwardTab(const QKeyEvent *event) {
    return event->key() == Qt::Key_Tab && !event->modifiers().testFlag(Qt::ShiftModifier);
}

/** Nothing in the content has used it. */
bool QuickPopover::pressed(const QKeyEvent *event) {
    if (!isTab(event)) return presenter.pressed(event);
    moveFocus(QLatin1String(isForwardTab(event) ? "next" : "previous"));
    return true;
}

/** Keeps Tab in the content, also where that is in the source's window: there Qt goes on outside. */
bool QuickPopover::eventFilter(QObject *object, QEvent *event) {
    if (event->type() != QEvent::KeyPress || isTabbing || !isOpen() || !content || object != content->window()
        || !isTab(static_cast<QKeyEvent *>(event)))
        return QObject::eventFilter(object, event);
    auto *window = content->window();
    auto *focus = window->activeFocusItem();
    if (!focus || !content->isAncestorOf(focus)) return false;
    const QPointer<QQuickItem> next = nextIn(content, focus, isForwardTab(static_cast<QKeyEvent *>(event)));
    isTabbing = true;
    QCoreApplication::sendEvent(object, event);
    isTabbing = false;
    focus = window->activeFocusItem();
    if (next && content && isOpen() && focus && !content->isAncestorOf(focus))
        next->forceActiveFocus(Qt::TabFocusReason);
    return true;
}

void QuickPopover::moveFocus(const QString &step) {
    static const QHash<QString, Qt::Key> keys{
        {"up", Qt::Key_Up}, {"down", Qt::Key_Down}, {"left", Qt::Key_Left}, {"right", Qt::Key_Right},
        {"activate", Qt::Key_Return}};
    if (!content || !content->window()) return;
    auto *focus = content->window()->activeFocusItem();
    if (!focus || !content->isAncestorOf(focus)) focus = content;
    if (step == QLatin1String("next") || step == QLatin1String("previous")) {
        if (auto *next = nextIn(content, focus, step == QLatin1String("next")))
            next->forceActiveFocus(Qt::TabFocusReason);
    } else if (step == QLatin1String("help")) {
        Q_EMIT helpRequested(focus, helpOf(focus));
    } else if (step != QLatin1String("activate") || !click(focus)) {
        const auto key = keys.value(step);
        QKeyEvent down(QEvent::KeyPress, key, Qt::NoModifier), up(QEvent::KeyRelease, key, Qt::NoModifier);
        const QPointer<QQuickItem> guard(focus);
        QCoreApplication::sendEvent(focus, &down);
        if (guard) QCoreApplication::sendEvent(focus, &up);
    }
}

void QuickPopover::move(const Placement &placement) {
    if (bubble) bubble->stage.place(placement);
}

void QuickPopover::leave(const Animation &animation, const std::function<void()> &done) {
    if (bubble) bubble->stage.leave(animation, done);
    else done();
}

void QuickPopover::hide() {
    if (bubble) bubble->stage.dismiss();
}

void QuickPopover::returnFocus() {
    if (!source) return;
    if (source->window() && !isOnWayland()) source->window()->requestActivate();
    source->forceActiveFocus(Qt::PopupFocusReason);
}

} // namespace Popoverd
