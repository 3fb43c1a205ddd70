# SPDX-License-Identifier: MIT
# For Nix and NixOS. Untested: Nix reads it on Debian (nix-instantiate --parse); nothing was built.
# `swift` is a toolchain 6.2 or newer; `argumentParser` is a clone of
# swift-argument-parser at the version that Package.swift names. See docs/how-to/package.md.
{
  pkgs ? import <nixpkgs> { },
  swift,
  argumentParser,
  source ? ../..,
}:

pkgs.stdenv.mkDerivation {
  pname = "popoverd";
  version = "0.1.0";
  src = source;

  nativeBuildInputs = with pkgs; [
    autoPatchelfHook
    cmark-gfm
    git
    patchelf
    pkg-config
    python3
    swift
    wayland-scanner
  ];
  buildInputs = with pkgs; [
    at-spi2-core
    cairo
    jansson
    libseccomp
    libsodium
    libuv
    libwebsockets
    mosquitto
    pango
    simdjson
    speechd
    sqlite
    systemd
    tomlplusplus
    wayland
    wayland-protocols
    wlr-protocols
    wlroots_0_15
    xorg.libXau
    xorg.libxcb
  ];

  # The build has no network: the package comes from the clone.
  configurePhase = ''
    export HOME=$TMPDIR
    git config --global url."${argumentParser}".insteadOf https://github.com/apple/swift-argument-parser
    scripts/prepare-build
  '';
  buildPhase = "swift build -c release --disable-sandbox";
  installPhase = ''
    PREFIX=$out SYSCONFDIR=$out/etc STRIP=true scripts/install-files .build/release
  '';

  meta = {
    description = "Popover arbiter for kiosks";
    license = [ pkgs.lib.licenses.mit ];
    platforms = [ "x86_64-linux" ];
  };
}
