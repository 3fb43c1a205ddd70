// SPDX-License-Identifier: MIT

@_exported public import PopoverModel

// One import is enough: requests and what comes back are values of the model.
@_exported public import enum PopoverClient.ClientError
