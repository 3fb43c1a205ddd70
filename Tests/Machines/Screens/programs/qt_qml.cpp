// SPDX-License-Identifier: MIT
//
// Runs a file in QML; its log is what it says.
//   qt_qml FILE MODULES [WORD...]    with modules in that folder

#include <QtGui/QGuiApplication>
#include <QtQml/QQmlApplicationEngine>

#include <cstdio>

int main(int count, char **arguments) {
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &line) {
        puts(qPrintable(line));
        fflush(stdout);
    });
    QGuiApplication application(count, arguments);
    QQmlApplicationEngine engine;
    engine.addImportPath(application.arguments().value(2));
    engine.load(application.arguments().value(1));
    return engine.rootObjects().isEmpty() ? 1 : application.exec();
}
