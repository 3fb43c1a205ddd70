// SPDX-License-Identifier: MIT

#pragma once

#include "presenter_p.h"
#include "quickbubble_p.h"
#include "quickclient_p.h"

#include <QtQml/QQmlParserStatus>

namespace Popoverd {

/**
 * A popover of QML; the item in it is its content.
 *
 * Items with an objectName keep what people enter: `checked`, `value`, `currentIndex` or `text`.
 */
class QuickPopover : public QObject, public QQmlParserStatus, public PresenterView {
    Q_OBJECT
    Q_INTERFACES(QQmlParserStatus)
    QML_NAMED_ELEMENT(Popover)
    Q_CLASSINFO("DefaultProperty", "contentItem")
    Q_PROPERTY(Popoverd::QuickClient *client MEMBER client REQUIRED FINAL)
    Q_PROPERTY(QQuickItem *source MEMBER source REQUIRED FINAL)
    Q_PROPERTY(QQuickItem *contentItem MEMBER content FINAL)
    /** The source's name for popoverd; by default its objectName. */
    Q_PROPERTY(QString sourceName MEMBER sourceName FINAL)
    Q_PROPERTY(QString behavior MEMBER behavior FINAL)
    Q_PROPERTY(QString key MEMBER key FINAL)
    /** For people, also those who hear the screen: the accessible name. */
    Q_PROPERTY(QString title MEMBER title FINAL)
    Q_PROPERTY(QString display MEMBER display FINAL)
    /** Without them, the content's implicit size. */
    Q_PROPERTY(qreal width MEMBER width FINAL)
    Q_PROPERTY(qreal height MEMBER height FINAL)
    /** Further params of `popover.open`, such as `sides`, `modal` or `buttons`. */
    Q_PROPERTY(QVariantMap options MEMBER options FINAL)
    Q_PROPERTY(QColor color MEMBER color FINAL)
    /** Where the source's window begins on its display; on Wayland programs cannot know. */
    Q_PROPERTY(QPointF windowOrigin READ originPoint WRITE setOrigin FINAL)
    Q_PROPERTY(bool opened READ isOpen NOTIFY openedChanged FINAL)

public:
    explicit QuickPopover(QObject *parent = nullptr);
    ~QuickPopover() override;

    bool isOpen() const { return presenter.isOpen(); }
    QPointF originPoint() const { return origin.value_or(QPointF()); }
    void setOrigin(const QPointF &point);

    Q_INVOKABLE void open();
    /** Its draft is consumed. */
    Q_INVOKABLE void done() { presenter.close(QStringLiteral("done")); }
    /** Its draft is dropped. */
    Q_INVOKABLE void cancel() { presenter.close(QStringLiteral("cancel")); }

    bool eventFilter(QObject *object, QEvent *event) override;
    void classBegin() override {}
    void componentComplete() override;

    QWindow *sourceWindow() const override;
    QRectF sourceRect() const override;
    std::optional<QPointF> windowOrigin() const override { return origin; }
    void show(const Placement &placement, const Appearance &appearance) override;
    void move(const Placement &placement) override;
    void leave(const Animation &animation, const std::function<void()> &done) override;
    void hide() override;
    QJsonObject work() const override;
    void setWork(const QJsonObject &work) override;
    void returnFocus() override;
    QObject *control() const override { return source; }
    QWindow *ownWindow() const override { return bubble ? bubble->ownWindow() : nullptr; }
    void takeFocus() override;
    void moveFocus(const QString &step) override;

Q_SIGNALS:
    void openedChanged();
    /** It is on the screen, with the draft; without one it is empty. */
    void shown(const QVariantMap &draft);
    void closed(const QString &reason, const QString &draft);
    void failed(const QString &message, const QString &reason);
    /** A shield kept a tap on the source, which is clicked now if it can be; else the popover opens. */
    void activated();
    /** People tapped outside it, and it stays. */
    void nudged();
    /** People who use a keypad want help about this item; its text is what it says to those who hear it. */
    void helpRequested(QQuickItem *item, const QString &text);

private:
    bool pressed(const QKeyEvent *event);
    void activate();
    void adapt();
    void follow();

    QPointer<QuickClient> client;
    QPointer<QQuickItem> source, content;
    QString sourceName, behavior, key, title, display;
    qreal width = 0, height = 0;
    QVariantMap options;
    QColor color = Qt::white;
    std::optional<QPointF> origin;
    std::unique_ptr<QuickBubble> bubble;
    QPointer<QWindow> watched;
    /** The window handles this key, which it has from here. */
    bool isTabbing = false;
    Presenter presenter;
};

} // namespace Popoverd
