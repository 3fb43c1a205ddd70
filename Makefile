# On a Debian 12 or 13 machine with git and make, `make toolchain` fetches Swift, and two commands do everything:
# `make demo` plays a kiosk with real clients, `make test` runs every test. `make help` lists the others.
# The packages that a target needs are in scripts/dependencies; it installs those that are missing.

.DEFAULT_GOAL := build

export PATH := $(CURDIR)/.toolchain/usr/bin:$(PATH)

need = @scripts/install-dependencies
release = $(foreach product,$(1),swift build -c release --product $(product) &&) true

.PHONY: help
help: ## List every target
	@awk -F ':.*## ' '/^## /{ printf "\n%s\n", substr($$0, 4) } \
		/^[a-z0-9-]+:.*## /{ printf "  make %-20s %s\n", $$1, $$2 }' Makefile

# These look for the daemon there; `make test` takes a debug build.
kiosk kiosk-pictures kiosk-films inspect-film stage-pictures first-pictures top-picture test-evdev test-optimized robustness \
	bench-socket bench-taps bench-stage bench-neighbors bench-bystander bench-profile bench-instructions fleet: \
	export POPOVERD = $(CURDIR)/.build/release/popoverd

## Build and try

.PHONY: toolchain build build-all demo kiosk
toolchain: ## Install Swift into .toolchain, unless there is one that is new enough
	scripts/install-toolchain

build: daemon-libraries ## Build, optimized, what the libraries of this machine allow
	swift build -c release
	@scripts/left-out --explain >/dev/null

demo: daemon-libraries ## Run a demo with real clients, and check every claim in it
	$(call release,popoverd popoverd-launcher popoverctl popover-idle)
	Examples/Afternoon/run .build/release

build-all: libraries ## Build everything, optimized
	swift build -c release

kiosk: build-all kiosk-tools ## Open a kiosk of four toolkits in a window
	Examples/Kiosk/kiosk.py

## Test

.PHONY: check test test-fresh test-screens test-optimized test-evdev test-package test-arm64
check: compiler ## Format, build and test what a changed rule needs, in less than a minute
	$(need) build build-simulator
	@scripts/prepare-build
	scripts/check

test: libraries test-tools ## Run every test suite, and sum them up
	scripts/test

RELEASE ?= bookworm
test-fresh: ## Run demo, test and deb in a clean Debian root that has only Swift, git and make (RELEASE=trixie, sid)
	$(need) root
	scripts/test-fresh $(RELEASE)

test-screens: libraries test-tools ## Tap, touch and type on real display servers
	swift build
	scripts/test-python Tests/Machines/Screens

test-optimized: build-all test-tools ## Run the suites of processes and machines with an optimized build
	scripts/test $$(scripts/test --list | grep -E '^(Processes|Machines)/')

test-evdev: libraries kiosk-tools ## Use the input devices of emulated machines, and buy a ticket with them
	$(need) emulation
	$(call release,popoverd popoverd-launcher $(addprefix popover-,idle web.plugin x11.plugin evdev.plugin notifications.plugin))
	$(MAKE) --silent -C Examples/Kiosk FOLDER=$(CURDIR)/.build/kiosk $(CURDIR)/.build/kiosk/payment
	Tests/Machines/Evdev/fetch-kernel linux-image-amd64 .build/emulation
	Tests/Machines/Evdev/emulate .build/emulation

test-package: deb ## Install the packages in an emulated machine with systemd (15 minutes)
	$(need) emulation root
	Tests/Machines/Evdev/fetch-kernel linux-image-amd64 .build/emulation
	Tests/Machines/Package/make-root .build/package/root.tar
	Tests/Machines/Package/emulate .build/emulation .build/package/root.tar .build/deb

test-arm64: ## Build for arm64, and run unit tests and scenarios on an emulated processor
	$(need) root arm64
	Tests/Machines/Arm64/emulate

## Test for longer

.PHONY: explore simulate robustness durability schemas fuzz sanitize mutants mutants-core mutants-sessions \
	mutants-units nightly
EXPLORED_STATES ?= 200000
explore: libraries ## Go every way that small worlds can go (EXPLORED_STATES=)
	$(call release,arbiter-explorer)
	.build/release/arbiter-explorer --states $(EXPLORED_STATES)

SIMULATED_EVENTS ?= 100000000
SIMULATED_FROM ?= 1
simulate: libraries ## Simulate days of kiosks, an hour (SIMULATED_EVENTS=, SIMULATED_FROM=)
	$(call release,kiosk-simulator)
	Tests/Models/Simulation/Simulator/run .build/release/kiosk-simulator \
		$(SIMULATED_EVENTS) $(SIMULATED_FROM)

robustness: libraries test-tools ## Run hostile peers, disks and plugins in full (10 quiet minutes)
	swift build -c release
	POPOVER_ROBUSTNESS=long scripts/test-python Tests/Processes/Robustness

durability: libraries test-tools ## Kill the daemon at every call that changes a draft
	swift build --build-tests
	POPOVER_DURABILITY=1 swift test --skip-build --disable-xctest \
		--filter 'CrashPointTests|RefusalTests'
	POPOVER_DURABILITY=1 scripts/test-python Tests/Machines/Durability

# Also makes a client with a generator from PyPI, which needs the network.
SCHEMA_EVENTS ?= 100000
schemas: libraries test-tools ## Validate many simulated events, and try a generated client (SCHEMA_EVENTS=)
	swift build --build-tests
	POPOVER_SIMULATED_EVENTS=$(SCHEMA_EVENTS) scripts/test-python Tests/Processes/Schemas
	Tests/Processes/Schemas/generated-client

# First under the address sanitizer, where an input takes several times as long, then without it.
FUZZ_CHECKED_RUNS ?= 1000000
FUZZ_RUNS ?= 9000000
FUZZ_CONNECTIONS ?= 100000
FUZZ_LIFETIMES ?= 100000
fuzz: libraries ## Fuzz every reader of foreign bytes (FUZZ_CHECKED_RUNS=, FUZZ_RUNS=, FUZZ_SECONDS=, FUZZ_CONNECTIONS=, FUZZ_LIFETIMES=)
	FUZZ_SANITIZERS=fuzzer,address Tests/Models/Fuzz/build
	FUZZ_SANITIZERS=fuzzer,address FUZZ_RUNS=$(FUZZ_CHECKED_RUNS) Tests/Models/Fuzz/run
	FUZZ_SANITIZERS=fuzzer Tests/Models/Fuzz/build
	FUZZ_SANITIZERS=fuzzer FUZZ_RUNS=$(FUZZ_RUNS) Tests/Models/Fuzz/run
	swift build --product popoverd
	swift build --product popover-web.plugin
	POPOVER_RUNS=$(FUZZ_CONNECTIONS) scripts/test-python Tests/Machines/Screens test_web_http2
	FUZZ_RUNS=$(FUZZ_LIFETIMES) Tests/Models/Fuzz/Stage/run

SANITIZE_FILTER ?= .
SANITIZED = SWIFT_BACKTRACE=enable=no swift test --disable-xctest --filter '$(SANITIZE_FILTER)'
sanitize: libraries test-tools ## Run the Swift tests under the sanitizers (SANITIZE_FILTER=)
	TSAN_OPTIONS=halt_on_error=1 $(SANITIZED) --sanitize=thread --scratch-path .build/tsan
	ASAN_OPTIONS=detect_leaks=0 $(SANITIZED) --sanitize=address --scratch-path .build/asan

mutants: libraries ## Remove rules one at a time: their scenarios must fail
	Tests/Models/Mutants/mutants.py

mutants-core: libraries ## Break the arbiter one rule at a time: the explorer must notice
	Tests/Models/Mutants/core_mutants.py

mutants-sessions: libraries ## Break the sessions one line at a time: the simulator must notice
	Tests/Models/Mutants/session_mutants.py

mutants-units: libraries ## Break every module one line at a time: its unit tests must notice
	Tests/Models/Mutants/unit_mutants.py

NIGHTLY_JOBS ?=
nightly: ## Run those of the above and of the emulated machines that are due (NIGHTLY_JOBS=)
	scripts/nightly $(NIGHTLY_JOBS)

## Measure

.PHONY: bench bench-socket bench-taps bench-stage bench-neighbors bench-bystander bench-profile bench-instructions \
	bench-guard fleet
bench: libraries bench-taps ## Run every benchmark
	$(call release,popover-benchmark popoverd-launcher)
	Benchmarks/Programs/build .build/benchmark
	$(ON_ONE_CORE) .build/release/popover-benchmark --questions $(CURDIR)/.build/benchmark
	$(MAKE) bench-socket

# Across cores a wake-up costs more than what is measured.
ON_ONE_CORE = $(shell command -v taskset >/dev/null && echo taskset -c 0)

BENCH_OPTIONS ?=
bench-socket: libraries ## Measure the socket beside a bare one and other servers (BENCH_OPTIONS=)
	$(need) bench
	$(call release,popoverd popover-benchmark)
	Benchmarks/Socket/measure $(BENCH_OPTIONS)

bench-stage: libraries ## Compare popover-stage with cage and sway, and popups with popovers
	$(need) screens
	$(call release,popoverd popover-stage)
	Benchmarks/Stage/measure
	Benchmarks/Stage/popups

bench-taps: libraries ## Measure taps on display servers with and without popoverd
	$(need) screens
	$(call release,popoverd popoverd-launcher popover-x11.plugin popover-wayland.plugin)
	$(ON_ONE_CORE) Benchmarks/Taps/measure

NEIGHBORS_OPTIONS ?=
bench-neighbors: libraries ## Measure a user beside one who does the worst (NEIGHBORS_OPTIONS=)
	$(need) bench
	$(call release,popoverd popoverd-launcher popover-web.plugin)
	Benchmarks/Neighbors/measure $(NEIGHBORS_OPTIONS)

BYSTANDER_OPTIONS ?=
bench-bystander: libraries ## Measure a client beside plugins' programs that die, stand still or read garbage (BYSTANDER_OPTIONS=)
	$(need) test
	$(call release,popoverd popoverd-launcher \
		$(patsubst %,popover-%.plugin,x11 wayland evdev web mqtt notifications speech assistive))
	Benchmarks/Bystander/measure $(BYSTANDER_OPTIONS)

PROFILE_OPTIONS ?=
bench-profile: libraries ## Show where the time of a request goes (PROFILE_OPTIONS=)
	$(need) profile
	$(call release,popoverd)
	Benchmarks/Socket/profile $(PROFILE_OPTIONS)

bench-instructions: libraries ## Count the instructions of an open and of other steps (PROFILE_OPTIONS=)
	$(need) bench guard
	$(call release,popoverd)
	Benchmarks/Socket/profile --instructions $(PROFILE_OPTIONS)

bench-guard: libraries ## Compare instructions per decision with the committed ones (UPDATE=1)
	$(need) guard
	$(call release,popover-benchmark)
	Benchmarks/Guard/guard .build/release/popover-benchmark $(if $(UPDATE),--update)

FLEET_OPTIONS ?=
fleet: libraries ## Run a thousand kiosks against one broker (FLEET_OPTIONS=)
	$(need) fleet
	$(call release,fleet-simulator popoverd popoverd-launcher popoverctl popover-mqtt.plugin)
	Benchmarks/Fleet/measure $(FLEET_OPTIONS)

## Install and package

.PHONY: install uninstall install-kit deb reproducible release test-release
PREFIX ?= /usr/local
export DESTDIR PREFIX
install: ## Install what was built (DESTDIR=, PREFIX=, SYSCONFDIR=, STRIP=)
	$(need) install
	scripts/install-files .build/release

uninstall: ## Remove what was installed, except a changed configuration
	scripts/uninstall-files .build/release

KIT_HEADER := Sources/PopoverPlugins/Kit/CPopoverPlugin/include/popover_plugin.h
# The interface's version is the header's: major.minor.
KIT_VERSION = $(shell sed -nE 's/^.define POPOVER_PLUGIN_ABI_MAJOR ([0-9]+)u$$/\1/p' \
	$(KIT_HEADER)).$(shell sed -nE 's/^.define POPOVER_PLUGIN_ABI_MINOR ([0-9]+)u$$/\1/p' \
	$(KIT_HEADER))
install-kit: ## Install what plugin authors need: the C header, pkg-config, the Python kit
	install -D -m 644 $(KIT_HEADER) $(DESTDIR)$(PREFIX)/include/popover_plugin.h
	install -D -m 644 Examples/Plugins/Python/popover_plugin.py \
		$(DESTDIR)$(PREFIX)/share/popoverd/popover_plugin.py
	sed -e 's|@prefix@|$(PREFIX)|' -e 's|@version@|$(KIT_VERSION)|' config/popoverd-plugin.pc.in | \
		install -D -m 644 /dev/stdin $(DESTDIR)$(PREFIX)/share/pkgconfig/popoverd-plugin.pc

deb: libraries ## Build the Debian packages into .build/deb, and check them with lintian
	$(need) package
	scripts/build-packages .build/deb

reproducible: libraries ## Pack twice in different surroundings: the packages must not differ
	$(need) package
	Tests/Machines/Package/pack-twice

DIST ?= .build/dist
release: ## Build all files of a release in clean Debian roots, and try each of them (DIST=, FROM_ORIGIN=1)
	$(need) root
	scripts/release/build $(if $(FROM_ORIGIN),--from-origin) $(DIST)
	scripts/release/check $(DIST)

test-release: ## Install what `make release` built in clean roots, and try it (DIST=)
	$(need) root
	scripts/release/check $(DIST)

## Maintain

.PHONY: protocol words web format docs site site-pictures kiosk-pictures kiosk-films inspect-film stage-pictures
.PHONY: first-pictures top-picture libraries daemon-libraries test-tools kiosk-tools clean
protocol: ## Write everything that follows from the description of the protocol
	protocol/generate

web: ## Write the classic script of the web library from its modules
	scripts/bundle-web

words: ## Write everything that follows from the words that advice recognizes
	words/generate

format: ## Format the Swift sources
	swift format --in-place --recursive Sources Tests Benchmarks Package.swift

DOCUMENTATION ?= .build/documentation/PopoverKit
docs: libraries ## Build the documentation of the Swift client (DOCUMENTATION=)
	swift build --target PopoverKit
	Clients/Swift/document .build/debug $(DOCUMENTATION)

site: libraries ## Build the site of these documents into .build/site, and check its links
	$(need) site
	$(call release,popoverd popoverctl)
	mkdocs build --quiet --strict --config-file docs/site/mkdocs.yml
	@echo "built the site in .build/site; python3 -m http.server -d .build/site shows it"

site-pictures: site test-tools ## Take the pictures of that site
	$(need) picture
	docs/site/pictures.py

kiosk-pictures: build-all kiosk-tools ## Take the pictures of the example kiosk
	Examples/Kiosk/pictures.py kiosk-output

stage-pictures: build-all kiosk-tools test-tools ## Take the pictures of popover-stage: that kiosk, and unchanged programs
	PYTHONPATH=Tests/Support/Python Tests/Machines/Screens/stage_kiosk.py kiosk-output/stage
	PYTHONPATH=Tests/Support/Python Tests/Machines/Screens/stage_edges.py docs/pictures/stage-edges.png
	POPOVER_PICTURES=$(CURDIR)/kiosk-output/unchanged \
		scripts/test-python Tests/Machines/Screens test_stage_unchanged

first-pictures: build-all test-tools ## Take the picture of each toolkit's first popover
	PYTHONPATH=Tests/Support/Python Tests/Machines/Screens/first_pictures.py docs/pictures/first-popovers.png

kiosk-films: build-all kiosk-tools ## Record the films of the example kiosk
	$(need) film
	Examples/Kiosk/films.py

inspect-film: build-all kiosk-tools test-tools ## Record the film of the inspector beside that kiosk
	$(need) film
	PYTHONPATH=Tests/Support/Python Tests/Machines/Inspector/inspected_kiosk.py

top-picture: build ## Take the picture of popoverctl top
	$(need) picture
	scripts/picture-top docs/pictures/top.png

# Before anything is installed.
.PHONY: compiler
compiler:
	@scripts/install-toolchain --check

test-fresh nightly install uninstall format reproducible release libraries daemon-libraries test-tools kiosk-tools: compiler

libraries: ## Install what the whole build needs
	$(need) 'build*'
	@scripts/prepare-build

daemon-libraries: ## Install what the daemon and popoverctl need
	$(need) build
	@scripts/prepare-build

test-tools: ## Install what the tests need
	$(need) test

kiosk-tools: ## Install what the example kiosk needs
	$(need) kiosk

clean: ## Remove everything that was built
	rm -rf .build demo-output kiosk-output
