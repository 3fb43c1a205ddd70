// SPDX-License-Identifier: MIT

#pragma once

#include <popoverd/bubble.h>
#include <popoverd/client.h>
#include <popoverd/widgetsexport.h>

#include <memory>

namespace Popoverd {

class PopoverPrivate;

/**
 * A popover of widgets, which opens, moves and closes as popoverd says.
 *
 *     auto *popover = new Popoverd::Popover(&client, button, form);
 *     popover->setWindowTitle("Receipt");
 *     popover->setKey("order-7");
 *     connect(button, &QPushButton::clicked, popover, &Popoverd::Popover::open);
 *
 * Widgets in the content that have an object name keep what people enter: while they type, and when
 * popoverd closes it, that is saved under the key, and it is back the next time. Each widget's user
 * property is saved (QLineEdit's text, QCheckBox's checked, QSlider's value), except of passwords.
 */
class POPOVERD_WIDGETS_EXPORT Popover : public Bubble {
    Q_OBJECT

public:
    /**
     * `source` is the control that opens it; its object name, or one made up, is its name for popoverd.
     * It gets the focus back, and is clicked when a shield kept its tap. The source owns the popover, the
     * popover its content.
     */
    Popover(Client *client, QWidget *source, QWidget *content = nullptr);
    /** Saves the draft of what is open. */
    ~Popover() override;

    /** `menu`, `inspector`, `selection`, `task` …; without it the daemon's default. */
    void setBehavior(const QString &behavior);
    /** The name of its draft; without it nothing is saved while people type. */
    void setKey(const QString &key);
    /** In points; without it, the content's size hint. */
    void setContentSize(const QSizeF &size);
    /** Further params of `popover.open`, such as `sides`, `modal` or `buttons`. The window title is its
     *  `title`. */
    void setOptions(const QJsonObject &options);
    /** The display; without it, the default display. */
    void setDisplay(const QString &display);

    bool isOpen() const;
    QWidget *source() const;
    /** While it is open or waits: for choose, update and detach. Null otherwise. */
    PopoverHandle *handle() const;

public Q_SLOTS:
    void open();
    /** Its draft is consumed. */
    void done();
    /** Its draft is dropped. */
    void cancel();

Q_SIGNALS:
    /** It is on the screen, with the draft; without one the object is empty. */
    void opened(const QJsonObject &draft);
    void closed(const Popoverd::End &end);
    void failed(const Popoverd::Error &error);
    /** People tapped outside it, and it stays. */
    void nudged();

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;
    QAccessible::Role defaultAccessibleRole() const override;

private:
    const std::unique_ptr<PopoverPrivate> d;
};

} // namespace Popoverd
