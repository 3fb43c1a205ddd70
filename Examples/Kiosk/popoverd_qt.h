// SPDX-License-Identifier: MIT
//
// A client of popoverd for programs with Qt: lines of JSON over a Unix socket, which is reached
// again whenever it was away. Nothing here waits.

#pragma once

#include <QtCore/QtCore>
#include <QtNetwork/QLocalSocket>
#include <functional>

class Popoverd {
public:
    // The connection is there, and hello is said; the connection has ended; a message has come.
    std::function<void()> joined, left;
    std::function<void(const QJsonObject &)> heard;

    explicit Popoverd(const QString &app, const QJsonArray &roles = {"app"}) {
        QObject::connect(&socket, &QLocalSocket::connected, [=, this] {
            // A new connection is to the same daemon.
            path = socket.serverName();
            call("hello", "hello", {{"protocol", 1}, {"app", app}, {"roles", roles}});
            joined();
        });
        QObject::connect(&socket, &QLocalSocket::readyRead, [this] {
            while (socket.canReadLine()) take(socket.readLine());
        });
        QObject::connect(&socket, &QLocalSocket::stateChanged, [this](auto state) {
            if (state != QLocalSocket::UnconnectedState) return;
            left();
            again.start(pause);
            pause = qMin(2 * pause, 30000);
        });
        again.setSingleShot(true);
        QObject::connect(&again, &QTimer::timeout, [this] { reach(); });
    }

    ~Popoverd() { socket.disconnect(); }

    void reach() {
        socket.connectToServer(path.isEmpty() ? socketPath() : path);
    }

    // The socket of the daemon, by the rules of docs/reference/protocol.md.
    static QString socketPath() {
        const QString named = qEnvironmentVariable("POPOVERD_SOCKET");
        if (!named.isEmpty()) return named;
        const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
        const QString session = folder + "/popoverd/popoverd.sock";
        if (!folder.isEmpty() && QFile::exists(session)) return session;
        return "/run/popoverd/popoverd.sock";
    }

    // The answer has this id. False without a daemon.
    bool call(const QString &id, const QString &method, const QJsonObject &params) {
        return write({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
    }

    // What the daemon's request gets.
    void answer(const QJsonValue &id, const QJsonObject &result) {
        write({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
    }

private:
    void take(const QByteArray &line) {
        const auto message = QJsonDocument::fromJson(line).object();
        // An event loop that hangs does not get here: popoverd takes its popover off the screen.
        if (message["method"] == "client.ping") return answer(message["id"], {});
        if (message["id"] == "hello" && message.contains("result")) pause = 250;
        heard(message);
    }

    bool write(const QJsonObject &message) {
        if (socket.state() != QLocalSocket::ConnectedState) return false;
        return socket.write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n') > 0;
    }

    QLocalSocket socket;
    QString path;
    QTimer again;
    // In milliseconds, until the next try; it doubles.
    int pause = 250;
};
