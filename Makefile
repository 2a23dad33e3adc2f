# Every command of trackview's build. `make help` lists them.
#
# Only `run` and `test` may install a Debian package; everything else says what is missing and stops.
# Each set of flags builds in its own folder: one folder for two sets would be rebuilt from nothing at each change.

SHELL = /bin/sh
SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# 1: one self-contained executable. 0: the Swift runtime and the C libraries are shared, as distributions want it.
STATIC ?= 1
ROUTE ?= Routes/beijing.txt
ARGS ?=
FILTER ?=
SECONDS ?= 60

VERSION := $(shell sed -n 's/^let trackviewVersion = "\(.*\)"$$/\1/p' Sources/trackview/Version.swift)

# Swift Package Manager gives its compilers other flags on a terminal than in a pipe, and rebuilds everything when that changes.
STEADY = --no-color-diagnostics
# No build id, and `strip` at installing: the same sources then give the same bytes, in whatever folder they are built. The linker is
# Swift's own lld; the system's, where there is one, warns at each link of what Swift's library contains.
RELEASE_FLAGS = $(STEADY) -c release --product trackview --disable-local-rpath -Xswiftc -cross-module-optimization \
  -Xlinker --build-id=none -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic
# Nothing looks its own functions up by name, which a static Swift runtime else prepares for. And what the loader has to adjust at each start
# is listed in 18 kB instead of 2.2 MB, where the C library understands such a list.
ifeq ($(shell [ "$$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d. -f2)" -ge 36 ] 2>/dev/null && echo packed),packed)
RELEASE_FLAGS += -Xlinker -z -Xlinker pack-relative-relocs
endif
ifeq ($(STATIC),0)
RELEASE = .build-release-shared
RELEASE_ENVIRONMENT = TRACKVIEW_STATIC=0
# A shared Swift runtime is found where the compiler has it, so its run path stays.
RELEASE_FLAGS := $(filter-out --disable-local-rpath,$(RELEASE_FLAGS))
else
RELEASE = .build-release
RELEASE_ENVIRONMENT = TRACKVIEW_STATIC=1
# The Swift runtime asks for -lstdc++: the folder holds the archive alone, so the linker cannot take the shared library.
RELEASE_FLAGS += --static-swift-stdlib -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker "-L$(CURDIR)/$(RELEASE)/archives"
endif
PROGRAM = $(RELEASE)/release/trackview

PREPARE = sh docs/packaging/prepare.sh
export SWIFT PREFIX DESTDIR STATIC VERSION PROGRAM RELEASE

.PHONY: build run test check lint laws bench fuzz oracle routes basemap install uninstall dist clean help
.DEFAULT_GOAL := build

## build: the program, in release, into .build-release
build:
	@$(PREPARE) --check build
	@if [ "$(STATIC)" != 0 ]; then sh docs/packaging/archives.sh; fi
	$(RELEASE_ENVIRONMENT) $(SWIFT) build $(RELEASE_FLAGS) --scratch-path $(RELEASE)

## run: installs what is missing, builds, plays ROUTE (Routes/beijing.txt) with the options in ARGS
run:
	@$(PREPARE) build
	@$(MAKE) --no-print-directory build
	@trap : INT; $(PROGRAM) $(ARGS) "$(ROUTE)" || { status=$$?; [ $$status -eq 130 ] || exit $$status; }

## test: installs what is missing, runs the tests (FILTER=name for some of them)
test:
	@$(PREPARE) test
	@FILTER="$(FILTER)" sh docs/packaging/test.sh

## check: format, laws, build and tests
check: lint laws build test

## lint: the format of every Swift file
lint:
	$(SWIFT) format lint --strict --parallel --recursive --configuration .swift-format Sources Tests Package.swift

## laws: the rules of docs/architecture.md, each first proved able to fail
laws:
	@sh docs/laws.sh --self-test
	@sh docs/laws.sh

## bench: measures the program and prints the table (options in ARGS)
bench: build
	@$(PROGRAM) bench $(ARGS)

## fuzz: every fuzzer for SECONDS (60) each
fuzz:
	@$(PREPARE) --check build
	@SECONDS_EACH="$(SECONDS)" sh docs/packaging/fuzz.sh

## oracle: compares what is read with gpsbabel, gpxpy, gpsdecode and fitdecode, where they are there (FILE=… for one, in detail)
oracle: build
	@python3 -B docs/oracle/oracle.py $(PROGRAM) $(FILE)

## routes: writes the sample routes anew
routes:
	@$(PREPARE) --check build
	$(SWIFT) run $(STEADY) -c release --scratch-path .build-routes RouteMaker Routes

## basemap: makes China's outline and the embedded world anew, from marble-qt-data, libtimezonemap-data, libgeonames-common
basemap:
	@$(PREPARE) --check basemap
	$(SWIFT) run $(STEADY) -c release --scratch-path .build-routes WorldMaker Sources

## install: puts the program, routes, man page and completions under PREFIX (/usr/local), below DESTDIR; STATIC=0 for shared libraries
install:
	@if command -v "$(SWIFT)" >/dev/null 2>&1 || [ ! -x $(PROGRAM) ]; then $(MAKE) --no-print-directory build; \
	  else echo "No Swift on this PATH (sudo?): installing $(PROGRAM) as it was built."; fi
	@sh docs/packaging/install.sh install

## uninstall: removes what install put there, with the same PREFIX and DESTDIR
uninstall:
	@sh docs/packaging/install.sh uninstall

## dist: a source archive with its dependencies, which builds without a network, into dist/
dist:
	@sh docs/packaging/dist.sh

## clean: removes everything that was built
clean:
	rm -rf .build .build-* dist

## help: this list
help:
	@sed -n 's/^## \([a-z]*\): /make \1\t/p' Makefile | awk -F '\t' '{ printf "  %-16s %s\n", $$1, $$2 }'
