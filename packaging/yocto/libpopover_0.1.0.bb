# SPDX-License-Identifier: MIT
# For Yocto: the client library in C alone. Untested: nothing has read or built it.
# The daemon needs the layer meta-swift with Swift 6.2 or newer. See docs/how-to/package.md.
SUMMARY = "Client library of the popover arbiter popoverd"
LICENSE = "MIT"
LIC_FILES_CHKSUM = "file://LICENSE;md5=c1ce2f7ddec2172b8e14519c719234fe"

# The archive and its sum are files of the release.
SRC_URI = "file://popoverd-${PV}.tar.gz"
S = "${WORKDIR}/popoverd-${PV}"
MESON_SOURCEPATH = "${S}/Clients/C"
DEPENDS = "jansson"

inherit meson pkgconfig
