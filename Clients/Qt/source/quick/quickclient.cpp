// SPDX-License-Identifier: MIT

#include "quickclient_p.h"

#include <QtQml/QQmlInfo>

namespace Popoverd {

void QuickClient::componentComplete() {
    client = std::make_unique<Client>(name);
    client->setRoles(roles);
    connect(client.get(), &Client::readyChanged, this, &QuickClient::readyChanged);
    connect(client.get(), &Client::settingsChanged, this, &QuickClient::settingsChanged);
    connect(client.get(), &Client::lost, this, [this](const Error &error) { Q_EMIT lost(error.message); });
    connect(client.get(), &Client::connectFailed, this, [this](const Error &error, bool isFinal) {
        Q_EMIT connectFailed(error.message, isFinal);
    });
    if (client->start()) Q_EMIT started();
    else qmlWarning(this) << "the app \"" << name << "\" or one of its roles is not valid";
}

} // namespace Popoverd
