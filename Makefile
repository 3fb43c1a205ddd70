# Two commands do everything on a fresh Debian machine with a Swift toolchain:
#   make demo   plays a kiosk's afternoon under popoverd's rules
#   make test   passes the tests
# and one shows it:
#   make kiosk  starts a kiosk of four toolkits in a window, to be touched

LIBRARIES := libuv1-dev libsqlite3-dev libsimdjson-dev libtomlplusplus-dev libcairo2-dev \
	libsodium-dev libxcb1-dev libxcb-xinput-dev libxcb-shape0-dev libxcb-xfixes0-dev \
	libxcb-randr0-dev libxau-dev libsystemd-dev libwayland-dev wayland-protocols \
	librust-wayland-protocols-dev libwebsockets-dev libwebsockets-evlib-uv libmosquitto-dev \
	pkg-config g++ \
	fonts-dejavu-core python3
TEST_TOOLS = gcc make socat systemd util-linux $(SCREEN_TOOLS) $(KEYBOARD_TOOLS) $(BUS_TOOLS) \
	$(BROWSER_TOOLS) $(KIOSK_TOOLS) $(TOOLKITS) $(PYTHON_TOOLS) $(FLEET_TOOLS) \
	$(INSTALLED_TOOLS) $(OPERATION_TOOLS)
# Screens that need no hardware, and what people do in front of them.
SCREEN_TOOLS := xvfb xserver-xorg-core xserver-xorg-video-dummy xserver-xorg-dev \
	libxcb-xtest0-dev x11-xserver-utils xinput sway
# Keyboards on a screen, a window manager that frames them, and who tells it what to do.
KEYBOARD_TOOLS := onboard xvkbd matchbox-keyboard wvkbd openbox xdotool
# What windows that are tapped are made with; Chromium is the fourth.
TOOLKITS := python3-gi python3-gi-cairo gir1.2-gtk-3.0 gir1.2-gtk-4.0 qt6-base-dev qt6-wayland
# Who reads metrics: a parser that is Prometheus' own, and everybody's client for HTTP; and a
# terminal that programs are seen in.
OPERATION_TOOLS := python3-prometheus-client python3-pyte curl
# And what compiles a page against popover.d.ts.
BROWSER_TOOLS := chromium chromium-driver node-typescript
# What checks the types of the client in Python, and what builds it into a package.
PYTHON_TOOLS := mypy python3-venv python3-setuptools python3-wheel
# A bus, and what notifies on it.
BUS_TOOLS := dbus-daemon libnotify-bin libglib2.0-bin
# A broker, what speaks with it, and what makes its certificates.
FLEET_TOOLS := mosquitto mosquitto-clients openssl
# The example kiosk: its screens, windows and shadows, the toolkits of its programs, their font; a
# hand that taps and types, and what makes pictures of it.
KIOSK_TOOLS = xvfb xserver-xephyr openbox picom python3-gi python3-gi-cairo gir1.2-gtk-3.0 \
	gir1.2-gtk-4.0 qt6-base-dev make chromium dbus-daemon fonts-inter fontconfig xdotool \
	libnotify-bin imagemagick

# The behaviours of the bundle.
BEHAVIOURS := $(addprefix popover-,menu action-sheet inspector selection task split-pane)
# Whom popoverd is measured beside, and who looks at it meanwhile.
BENCH_TOOLS := gcc dbus-daemon dbus-broker mosquitto redis-server sway strace util-linux
# What looks where the time goes.
PROFILE_TOOLS := gcc linux-perf
# What counts instructions.
GUARD_TOOLS := valgrind

# What edits programs' paths, and what man pages are made with.
INSTALL_TOOLS := patchelf binutils cmark-gfm python3
# Packages of Debian, and who looks at them.
PACKAGE_TOOLS := dpkg-dev debhelper fakeroot lintian $(INSTALL_TOOLS)

# What tests of them look at: pages, shells, other service managers.
INSTALLED_TOOLS := $(INSTALL_TOOLS) man-db mandoc bash zsh fish s6 openrc dpkg-dev libc-bin
# A clean Debian to install them in.
ROOT_TOOLS := debootstrap e2fsprogs tar

# A machine that is emulated, whose kernel is Debian's: downloaded and unpacked, never installed.
EMULATION_TOOLS := qemu-system-x86 gcc libc6-dev python3
EMULATED_KERNEL := linux-image-amd64

.PHONY: help build demo test bench explore mutants mutants-core robustness durability format clean

help:
	@sed -n '1,5s/^# \{0,1\}//p' Makefile

build: libraries
	swift build -c release

demo: build
	Examples/Afternoon/run .build/release

# In a window of the screen that there is; without one it plays what people could do.
.PHONY: kiosk kiosk-pictures kiosk-tools
kiosk: build kiosk-tools
	POPOVERD=$(CURDIR)/.build/release/popoverd Examples/Kiosk/kiosk.py

# Those of the documents, from the real thing.
kiosk-pictures: build kiosk-tools
	POPOVERD=$(CURDIR)/.build/release/popoverd Examples/Kiosk/pictures.py kiosk-output

# popoverctl top as docs/how-to/operate.md shows it, from a real terminal.
.PHONY: top-picture
PICTURE_TOOLS := xvfb xterm imagemagick fonts-dejavu-core python3
top-picture: build
	@scripts/install-dependencies $(PICTURE_TOOLS)
	POPOVERD=$(CURDIR)/.build/release/popoverd scripts/picture-top docs/pictures/top.png

test: libraries test-tools
	scripts/test

# On one core where that can be said: a benchmark that moves about measures the moving too.
ON_ONE_CORE = $(shell command -v taskset >/dev/null && echo taskset -c 0)
bench: libraries bench-plugins bench-taps
	swift build -c release --product popover-benchmark
	$(ON_ONE_CORE) .build/release/popover-benchmark --questions $(CURDIR)/.build/benchmark
	$(MAKE) bench-socket

# popoverd's socket beside a bare one and beside what else passes messages on; it ends with 1 where a
# row does not hold. BENCH_OPTIONS are those of the program, as --quick or --document.
.PHONY: bench-socket
BENCH_OPTIONS ?=
bench-socket: libraries
	@scripts/install-dependencies $(BENCH_TOOLS)
	for product in popoverd popover-benchmark $(BEHAVIOURS); do \
		swift build -c release --product $$product || exit 1; \
	done
	POPOVERD=$(CURDIR)/.build/release/popoverd Benchmarks/Socket/measure $(BENCH_OPTIONS)

# A thousand kiosks and three real ones against one broker; FLEET_OPTIONS are those of the program,
# as --kiosks 100 or --document.
.PHONY: fleet
FLEET_OPTIONS ?=
fleet: libraries
	@scripts/install-dependencies $(FLEET_TOOLS) iproute2
	for product in fleet-simulator popoverd popoverctl popover-mqtt; do \
		swift build -c release --product $$product || exit 1; \
	done
	POPOVERD=$(CURDIR)/.build/release/popoverd Benchmarks/Fleet/measure $(FLEET_OPTIONS)

# Where the time goes meanwhile; PROFILE_OPTIONS are those of the program.
.PHONY: bench-profile
PROFILE_OPTIONS ?=
bench-profile: libraries
	@scripts/install-dependencies $(PROFILE_TOOLS)
	for product in popoverd $(BEHAVIOURS); do \
		swift build -c release --product $$product || exit 1; \
	done
	POPOVERD=$(CURDIR)/.build/release/popoverd Benchmarks/Socket/profile $(PROFILE_OPTIONS)

# Instructions of decisions, against those that were committed; UPDATE=1 renews them.
.PHONY: bench-guard
bench-guard: libraries
	@scripts/install-dependencies $(GUARD_TOOLS)
	swift build -c release --product popover-benchmark
	Benchmarks/Guard/guard .build/release/popover-benchmark $(if $(UPDATE),--update)

# Real display servers with and without popoverd, side by side.
.PHONY: bench-taps
bench-taps: libraries
	@scripts/install-dependencies gcc $(SCREEN_TOOLS)
	for product in popoverd $(addprefix popover-,task x11 wayland); do \
		swift build -c release --product $$product || exit 1; \
	done
	POPOVERD=$(CURDIR)/.build/release/popoverd $(ON_ONE_CORE) Benchmarks/Taps/measure

# What its questions are put to.
.PHONY: bench-plugins
bench-plugins: libraries
	mkdir -p .build/benchmark
	gcc -std=c99 -O2 -Wall -Wextra -Werror -fPIC -fvisibility=hidden -shared \
		-ISources/PopoverPlugins/Kit/CPopoverPlugin/include Examples/Plugins/C/confirm.c \
		-o .build/benchmark/libpopover-confirm.so
	gcc -std=c99 -O2 -Wall -Wextra -Werror Benchmarks/Programs/answering.c \
		-o .build/benchmark/answering
	gcc -std=c99 -O2 -Wall -Wextra -Werror Benchmarks/Programs/echo.c -o .build/benchmark/echo

# Who gets which tap on real screens, as a part of the tests; here alone.
.PHONY: test-screens
test-screens: libraries test-tools
	swift build
	python3 -B -m unittest discover -v -s Tests/Machines/Screens

# What people do on the kernel's own input devices, in a machine of its own: on this one they would
# be everybody's. It takes a minute or two.
.PHONY: test-evdev
test-evdev: libraries
	@scripts/install-dependencies $(EMULATION_TOOLS)
	for product in popoverd $(addprefix popover-,evdev menu selection task); do \
		swift build -c release --product $$product || exit 1; \
	done
	Tests/Machines/Evdev/fetch-kernel $(EMULATED_KERNEL) .build/emulation
	POPOVERD=$(CURDIR)/.build/release/popoverd Tests/Machines/Evdev/emulate .build/emulation

# Takes rules out of the daemon, one at a time: their scenarios have to notice. It takes a while.
mutants: libraries
	Tests/Models/Mutants/mutants.py

# Peers, disks and plugins that misbehave, in full measure, and what a bystander waits for beside
# them: to be run on a quiet machine, in some ten minutes.
robustness: libraries test-tools
	swift build -c release
	POPOVERD=$(CURDIR)/.build/release/popoverd POPOVER_ROBUSTNESS=long \
		python3 -B -m unittest discover -s Tests/Processes/Robustness

# Kills the daemon and fails its disk at every call that changes its drafts, in every way; `make
# test` tries a spread sample. It takes minutes.
durability: libraries test-tools
	swift build --build-tests
	POPOVER_DURABILITY=1 swift test --skip-build --disable-xctest \
		--filter 'CrashPointTests|RefusalTests'
	POPOVER_DURABILITY=1 python3 -m unittest discover -v -s Tests/Machines/Durability

# Breaks rules of the arbiter, one at a time: the small worlds have to notice.
mutants-core: libraries
	Tests/Models/Mutants/core_mutants.py

# Goes every way that small worlds can go, far longer than the tests do.
EXPLORED_STATES ?= 200000
explore: libraries
	swift build -c release --product arbiter-explorer
	.build/release/arbiter-explorer --states $(EXPLORED_STATES)

# Simulates days of kiosks on every core, a hundred million events of them: within an hour or so.
# A day that breaks something prints the command with which to look at it again.
.PHONY: simulate mutants-shell
SIMULATED_EVENTS ?= 100000000
SIMULATED_FROM ?= 1
simulate: libraries
	swift build -c release --product kiosk-simulator
	Tests/Models/Simulation/Simulator/run .build/release/kiosk-simulator $(SIMULATED_EVENTS) $(SIMULATED_FROM)

# Breaks the shell around the rules, one thing at a time: simulated days have to notice.
mutants-shell: libraries
	Tests/Models/Mutants/shell_mutants.py

# Makes up input for everything that reads others' bytes, ten million times for each target: a
# million under the address sanitizer, where an input takes several times as long, then the rest
# without it from what that has found. FUZZ_CHECKED_RUNS and FUZZ_RUNS, or FUZZ_SECONDS for each
# target and each of the two, make it more or less.
.PHONY: fuzz
FUZZ_CHECKED_RUNS ?= 1000000
FUZZ_RUNS ?= 9000000
fuzz: libraries
	FUZZ_SANITIZERS=fuzzer,address Tests/Models/Fuzz/build
	FUZZ_SANITIZERS=fuzzer,address FUZZ_RUNS=$(FUZZ_CHECKED_RUNS) Tests/Models/Fuzz/run
	FUZZ_SANITIZERS=fuzzer Tests/Models/Fuzz/build
	FUZZ_SANITIZERS=fuzzer FUZZ_RUNS=$(FUZZ_RUNS) Tests/Models/Fuzz/run

# The tests in Swift under the sanitizers, which find races and wrong use of memory that pass
# unseen otherwise; SANITIZE_FILTER takes some of them. It takes a while: everything is built twice.
.PHONY: sanitize
SANITIZE_FILTER ?= .
SANITIZED = SWIFT_BACKTRACE=enable=no swift test --disable-xctest --filter '$(SANITIZE_FILTER)'
sanitize: libraries test-tools
	TSAN_OPTIONS=halt_on_error=1 $(SANITIZED) --sanitize=thread --scratch-path .build/tsan
	ASAN_OPTIONS=detect_leaks=0 $(SANITIZED) --sanitize=address --scratch-path .build/asan

# The documentation of the client library in Swift, by DocC; warnings are errors.
.PHONY: docs
DOCUMENTATION ?= .build/documentation/PopoverKit
docs: libraries
	swift build --target PopoverKit
	Clients/Swift/document .build/debug $(DOCUMENTATION)

# What authors of plugins need: the C header with its pkg-config file, and the kit in Python.
.PHONY: install-kit
PREFIX ?= /usr/local
export DESTDIR PREFIX
KIT_HEADER := Sources/PopoverPlugins/Kit/CPopoverPlugin/include/popover_plugin.h
# The interface's version is the header's: major.minor.
KIT_VERSION = $(shell sed -nE 's/^.define POPOVER_PLUGIN_ABI_MAJOR ([0-9]+)u$$/\1/p' \
	$(KIT_HEADER)).$(shell sed -nE 's/^.define POPOVER_PLUGIN_ABI_MINOR ([0-9]+)u$$/\1/p' \
	$(KIT_HEADER))
install-kit:
	install -D -m 644 $(KIT_HEADER) $(DESTDIR)$(PREFIX)/include/popover_plugin.h
	install -D -m 644 Examples/Plugins/Python/popover_plugin.py \
		$(DESTDIR)$(PREFIX)/share/popoverd/popover_plugin.py
	sed -e 's|@prefix@|$(PREFIX)|' -e 's|@version@|$(KIT_VERSION)|' config/popoverd-plugin.pc.in | \
		install -D -m 644 /dev/stdin $(DESTDIR)$(PREFIX)/share/pkgconfig/popoverd-plugin.pc

# What `make build` has built, for everyone: DESTDIR=, PREFIX=, SYSCONFDIR=, STRIP= (see
# scripts/install-files). `make uninstall` takes it away with the same variables, but for a
# configuration that was changed.
.PHONY: install uninstall
install:
	@scripts/install-dependencies $(INSTALL_TOOLS)
	scripts/install-files .build/release

uninstall:
	scripts/uninstall-files .build/release

# Packages for Debian, in .build/deb; it ends with what lintian says of them.
.PHONY: deb
deb: libraries
	@scripts/install-dependencies $(PACKAGE_TOOLS)
	scripts/build-packages .build/deb

# Packs them twice from one build, in other surroundings: they have to be the same to the byte. It
# takes two minutes.
.PHONY: reproducible
reproducible: libraries
	@scripts/install-dependencies $(PACKAGE_TOOLS)
	Tests/Machines/Package/pack-twice

# Installs them in a clean Debian that is an emulated machine with systemd: the socket, the sandbox,
# reloads, restarts, crashes, the watchdog, upgrades, purging; and plugins in a second one. It takes
# ten minutes or so, the first time some more; the Debian is kept in .build/package.
.PHONY: test-package
test-package: deb
	@scripts/install-dependencies $(EMULATION_TOOLS) $(ROOT_TOOLS)
	Tests/Machines/Evdev/fetch-kernel $(EMULATED_KERNEL) .build/emulation
	Tests/Machines/Package/make-root .build/package/root.tar
	Tests/Machines/Package/emulate .build/emulation .build/package/root.tar .build/deb

format:
	swift format --in-place --recursive Sources Tests Benchmarks Package.swift

clean:
	rm -rf .build demo-output kiosk-output

kiosk-tools:
	@scripts/install-dependencies $(KIOSK_TOOLS)

.PHONY: libraries test-tools
libraries:
	@scripts/install-dependencies $(LIBRARIES)
	@scripts/generate-protocols

test-tools:
	@scripts/install-dependencies $(TEST_TOOLS)
