// SPDX-License-Identifier: MIT

#pragma once

#include <popoverd/client.h>

#include <QtQml/QQmlParserStatus>
#include <QtQml/qqmlregistration.h>

namespace Popoverd {

/** The connection of a QML program; it begins when its properties are set. */
class QuickClient : public QObject, public QQmlParserStatus {
    Q_OBJECT
    Q_INTERFACES(QQmlParserStatus)
    QML_NAMED_ELEMENT(Client)
    Q_PROPERTY(QString app READ app WRITE setApp REQUIRED FINAL)
    Q_PROPERTY(QStringList roles MEMBER roles FINAL)
    Q_PROPERTY(bool ready READ isReady NOTIFY readyChanged FINAL)
    /** What the person needs, of the default display; popovers follow by themselves. */
    Q_PROPERTY(qreal textScale READ textScale NOTIFY settingsChanged FINAL)
    Q_PROPERTY(bool highContrast READ isHighContrast NOTIFY settingsChanged FINAL)
    Q_PROPERTY(bool reducedMotion READ isMotionReduced NOTIFY settingsChanged FINAL)
    Q_PROPERTY(QString language READ language NOTIFY settingsChanged FINAL)
    Q_PROPERTY(Qt::LayoutDirection layoutDirection READ layoutDirection NOTIFY settingsChanged FINAL)

public:
    using QObject::QObject;
    QString app() const { return name; }
    void setApp(const QString &app) { name = app; }
    bool isReady() const { return client && client->isReady(); }
    qreal textScale() const { return client ? client->textScale() : 1; }
    bool isHighContrast() const { return client && client->isHighContrast(); }
    bool isMotionReduced() const { return client && client->isMotionReduced(); }
    QString language() const { return client ? client->language() : QString(); }
    Qt::LayoutDirection layoutDirection() const {
        return client ? client->layoutDirection() : Qt::LeftToRight;
    }
    /** Null before its properties are set. */
    Client *connection() const { return client.get(); }

    void classBegin() override {}
    void componentComplete() override;

Q_SIGNALS:
    void readyChanged();
    void settingsChanged();
    void started();
    /** An attempt failed; if `isFinal`, the next one will, too. */
    void connectFailed(const QString &message, bool isFinal);
    void lost(const QString &message);

private:
    QString name;
    QStringList roles;
    std::unique_ptr<Client> client;
};

} // namespace Popoverd
