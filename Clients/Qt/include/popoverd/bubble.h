// SPDX-License-Identifier: MIT

#pragma once

#include <popoverd/types.h>
#include <popoverd/widgetsexport.h>

#include <QtGui/QAccessible>
#include <QtWidgets/QWidget>

#include <functional>
#include <memory>

namespace Popoverd {

class BubblePrivate;

/**
 * A window that looks, sits and moves as a Placement says: a popover's, or an alert's.
 *
 * Popover uses one; a program needs it only to draw alerts, or popovers of PopoverHandle. The Window
 * color of its palette is its background.
 */
class POPOVERD_WIDGETS_EXPORT Bubble : public QWidget {
    Q_OBJECT

public:
    /** `owner` is in the window on which it lies, and which owns it. */
    explicit Bubble(QWidget *owner);
    ~Bubble() override;

    /** The one widget in it, which it then owns. */
    void setContent(QWidget *content);
    QWidget *content() const;
    /** What it is for assistive technology; without it a dialog, or what a popover's behavior says. Its name
     *  is accessibleName, else the window title, else its owner's name. */
    void setAccessibleRole(QAccessible::Role role);
    QAccessible::Role accessibleRole() const;
    /** Tells screen plugins what it shows, as in `popover:p1` or `alert:a1`. People do not see it. */
    void setMark(const QString &mark);
    /** Further windows of the program to dim behind it; its owner's is dimmed anyway. */
    void setBehind(const QList<QWidget *> &windows);
    void setAppearance(const Appearance &appearance);
    /** Where the owner's window begins on its display. Set it on Wayland, where programs cannot
     *  know, unless the window begins at the display's corner. */
    void setWindowOrigin(const QPointF &origin);
    std::optional<QPointF> windowOrigin() const;

    /** Shows it there, or moves it there. */
    void place(const Placement &placement);
    /** Takes it off the screen, then calls `done`. */
    void leave(const Animation &animation, const std::function<void()> &done = [] {});
    /** Takes it off the screen now; what leave was to call is called before. */
    void dismiss();

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    /** What it is unless the program says otherwise. */
    virtual QAccessible::Role defaultAccessibleRole() const;

private:
    const std::unique_ptr<BubblePrivate> d;
};

} // namespace Popoverd
