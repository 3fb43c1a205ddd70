// SPDX-License-Identifier: MIT
// The story's client in C++ with Qt: it does what events tell it, and says what it sees, a line each.

#include <popoverd/client.h>

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonDocument>
#include <QtCore/QTextStream>

using namespace Popoverd;

static void say(const QString &said, QJsonObject more = {}) {
    more["said"] = said;
    QTextStream(stdout) << QJsonDocument(more).toJson(QJsonDocument::Compact) << Qt::endl;
}

static QJsonObject rect(const QRectF &rect) {
    return {{"x", rect.x()}, {"y", rect.y()}, {"width", rect.width()}, {"height", rect.height()}};
}

static QJsonValue orNull(const QJsonValue &value) { return value.isUndefined() ? QJsonValue() : value; }

class Story : public QObject {
public:
    Story() : client("story") {
        connect(&client, &Client::connected, this, [this] {
            say("ready");
            for (const auto &order : std::exchange(waiting, {})) act(order);
        });
        connect(&client, &Client::connectFailed, this, [](const Error &error, bool isFinal) {
            if (!isFinal) return;
            const auto why = error.code == -11 ? "access" : error.code == 3 ? "rights" : "protocol";
            say("refused", {{"why", why}, {"words", error.message}});
            QCoreApplication::quit();
        });
        connect(&client, &Client::left, this, [] {
            say("left");
            QCoreApplication::quit();
        });
        connect(&client, &Client::alertPresented, this, [this](const Alert &alert) {
            shown = alert.alert;
            client.acceptAlert(shown);
            say("shown", {{"title", alert.title}});
        });
        connect(&client, &Client::warning, this, [](const Error &error) {
            say("warned", {{"words", error.message}});
        });
        connect(&client, &Client::alertDismissed, this, [] { say("dismissed"); });
        client.setPresentsAlerts(true);
        client.setTimeout(120000);
        client.start();
        client.setSource("basket", {600, 80, 80, 40});
        follow();
    }

private:
    void follow() {
        events = client.subscribe({"app.story.*"});
        connect(events, &Subscription::started, this, [this] {
            if (!std::exchange(isListening, true)) say("listening");
        });
        connect(events, &Subscription::gap, this, [](qint64 first, qint64 last) {
            say("gap", {{"first", first}, {"last", last < 0 ? QJsonValue() : QJsonValue(last)}});
        });
        connect(events, &Subscription::published, this, [this](const QString &topic, const QJsonValue &data) {
            say("event", {{"topic", topic}});
            const auto order = data.toObject();
            // Events of before a reconnect may come before it is ready.
            if (client.isReady()) act(order);
            else waiting.append(order);
        });
    }

    void act(const QJsonObject &order) {
        const auto deed = order["do"].toString();
        if (deed == "open") open(order);
        else if (deed == "hand") hand();
        else if (deed == "save") client.saveDraft("order-7", QJsonObject{{"text", order["text"]}});
        else if (deed == "done") popover->close("done");
        else if (deed == "place") set("till", {200, 80, 80, 40});
        else if (deed == "remove") remove("till");
        else if (deed == "escape") client.key("Escape");
        else if (deed == "tap") tap({order["x"].toDouble(), order["y"].toDouble()});
        else if (deed == "alert") alert(order["renderer"].toString());
        else if (deed == "press") client.answerAlert(shown, order["button"].toString());
        else if (deed == "ask") ask(order["key"]);
        else if (deed == "withdraw") withdraw();
        else if (deed == "replay") replay(order["since"].toInteger(), order["of"].toString());
        else if (deed == "leave") client.leave();
    }

    QJsonObject params(int width = 320) const {
        return {{"behavior", "inspector"}, {"source", "basket"},
                {"size", QJsonObject{{"width", width}, {"height", 240}}}};
    }

    void open(const QJsonObject &order) {
        const auto text = order["text"].toString();
        isPrompted = !order["slow"].toBool();
        auto members = params(order["width"].toInt(320));
        members["key"] = "order-7";
        popover = client.open(members);
        auto *opened = popover;
        connect(opened, &PopoverHandle::opened, this, [opened] {
            const auto motion = opened->placement().animation;
            const auto draft = opened->draft();
            say("opened", {
                {"frame", rect(opened->placement().frame)}, {"draft", orNull(draft)},
                {"lasts", motion.milliseconds}, {"easing", motion.easingName},
                {"start", motion.from ? QJsonValue(rect(*motion.from)) : QJsonValue()}});
        });
        connect(opened, &PopoverHandle::willClose, this, [=, this](const CloseRequest &request) {
            say("asked", {{"reason", request.reason}, {"disposition", request.disposition}});
            answer = [=] { opened->answerClose(QJsonObject{{"text", text}}); };
            if (isPrompted) hand();
        });
        connect(opened, &PopoverHandle::closed, this, [](const End &end) {
            say("closed", {{"reason", end.reason}, {"draft", end.draft}, {"returnFocus", end.returnFocus}});
        });
    }

    void hand() {
        if (answer) std::exchange(answer, {})();
    }

    void set(const QString &source, const QRectF &place) {
        client.setSource(source, place);
        say("placed");
    }

    void remove(const QString &source) {
        client.removeSource(source);
        say("removed");
    }

    void tap(const QPointF &at) {
        client.tap(at).then(this, [](const Response &response) {
            say("tapped", {{"verdict", response.result["verdict"]}});
        });
    }

    void alert(const QString &renderer) {
        const QJsonArray buttons{
            QJsonObject{{"id", "Refilled"}, {"label", "Refilled"}},
            QJsonObject{{"id", "Later"}, {"label", "Later"}}};
        raised = client.raiseAlert({
            {"title", "The paper is out"}, {"severity", "warning"}, {"buttons", buttons},
            {"renderer", renderer}});
        raised.then(this, [](const Response &response) {
            if (response.error.reason.isEmpty()) say("answered", {{"button", response.result["button"]}});
            else say("refused", {{"why", response.error.reason}});
        }).onCanceled(this, [] { say("withdrawn"); });
    }

    void ask(const QJsonValue &key) {
        auto members = params();
        members.remove("behavior");
        if (key.isString()) members["key"] = key;
        members["waitMs"] = 10000;
        asked = client.open(members);
        connect(asked, &PopoverHandle::opened, this, [] { say("granted"); });
        connect(asked, &PopoverHandle::failed, this, [](const Error &error) {
            say(error.reason == "cancelled" ? "withdrawn" : "refused",
                {{"why", error.reason}, {"words", error.message}});
        });
    }

    void withdraw() {
        if (asked) asked->cancel();
        raised.cancel();
    }

    void replay(qint64 since, const QString &topics) {
        auto *past = client.subscribe({topics}, since);
        connect(past, &Subscription::published, this, [past](
                const QString &topic, const QJsonValue &, qint64 number) {
            say("replayed", {{"topic", topic}, {"number", number}});
            past->disconnect();
            past->deleteLater();
        });
    }

    Client client;
    Subscription *events = nullptr;
    PopoverHandle *popover = nullptr, *asked = nullptr;
    QList<QJsonObject> waiting;
    QFuture<Response> raised;
    std::function<void()> answer;
    QString shown;
    bool isPrompted = true, isListening = false;
};

int main(int count, char **arguments) {
    QCoreApplication application(count, arguments);
    Story story;
    return application.exec();
}
