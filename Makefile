# Everything needs Node >= 20, npm and make; npm brings the Node 24 that the rest runs on.
SHELL := /bin/sh
SYSTEM_PATH := $(PATH)
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

INSTALLED := node_modules/.package-lock.json
GENERATED := protos/gen/.made
PROTOS := $(shell find protos/gyre protos/inference -name '*.proto' 2>/dev/null)
ON_SERVERS := cluster bus store triton
ON_KUBERNETES := operator
LEARNING := learning care
BENCH_FILES = $(patsubst %,tests/bench/%.bench.ts,$(1))
BENCHES := $(sort $(filter-out $(call BENCH_FILES,$(ON_SERVERS) $(ON_KUBERNETES) $(LEARNING)),$(wildcard tests/bench/*.bench.ts)))
RUN_BENCHES = @set -e; for bench in $(1); do echo "\# $$bench" >&2; node $$bench; done
# Rounds under faults make network namespaces: they run in one of their own, so that nothing of this machine's network is touched.
ALONE := unshare --net sh -c 'ip link set lo up && exec "$$@"' --
LONG_TESTS := vitest run --config tests/long.config.ts

.PHONY: help demo up servers test test-long test-chaos test-cluster soak lint bench bench-cluster bench-operator bench-learning bench-care install generate protos-baseline clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: install ## three rounds of the loop, the table and the report page (some minutes)
	@GYRE_STATE_DIR=$${GYRE_STATE_DIR:-var/demo} services/cli/bin/gyre demo $(DEMO)

up: install ## the cluster profile on this machine: real servers, a process for each service, until Ctrl-C
	node deploy/cluster/main.ts $(UP)

servers: install ## real servers: found, or installed once into ~/.cache/gyre/servers (minutes)
	node deploy/servers/main.ts install $(SERVERS)

test: lint ## contract checks, types and all tests; servers that cannot be had are named at the end
	-@node deploy/servers/main.ts install nats mongo triton
	vitest run $(VITEST)

test-long: install ## the suites that take minutes: crash and resume, end to end, telemetry through a collector, the chart
	-@node deploy/servers/main.ts install nats mongo s3 otelcol triton helm
	$(LONG_TESTS) --exclude 'tests/chaos/**' --exclude 'tests/soak/**' --exclude 'tests/cluster/**' $(VITEST)

test-chaos: install ## a round under faults on real servers (minutes; makes network namespaces, so it wants root)
	-@node deploy/servers/main.ts install nats mongo triton
	$(ALONE) $(LONG_TESTS) tests/chaos $(VITEST)

test-cluster: install ## the operator and the chart on a real Kubernetes (minutes; the first time it is built, half an hour)
	-@node deploy/servers/main.ts install kube kwok helm nats mongo
	$(LONG_TESTS) tests/cluster $(VITEST)

soak: install ## memory of every process over GYRE_SOAK_MINUTES (30) of work without a pause
	-@node deploy/servers/main.ts install nats mongo
	GYRE_SOAK_MINUTES=$${GYRE_SOAK_MINUTES:-30} $(LONG_TESTS) tests/soak $(VITEST)

lint: install ## protos lint and breaking changes, types
	npm run --silent lint:protos
	npm run --silent typecheck

bench: install ## every benchmark in turn but bench-operator; each prints one JSON object
	$(call RUN_BENCHES,$(BENCHES) $(call BENCH_FILES,$(ON_SERVERS) $(LEARNING)))

bench-cluster: install ## the cluster profile on real servers (workers, hops, jobs, inferences), and its schedules in simulated time
	-@node deploy/servers/main.ts install nats mongo triton otelcol
	$(call RUN_BENCHES,$(call BENCH_FILES,$(ON_SERVERS) schedule))

bench-operator: install ## the operator on a real Kubernetes: 3,600 leases at 30/s beside their floor, 1,000 TrainingRuns (minutes; the first time it is built, half an hour)
	-@node deploy/servers/main.ts install kube kwok
	node tests/bench/operator.bench.ts $(OPERATOR)

bench-learning: install ## does the loop learn? five seeds, test families, all baselines
	node tests/bench/learning.bench.ts

bench-care: install ## does CARE save avoidable cost? ten seeds, against outcome-only
	node tests/bench/care.bench.ts

install: $(INSTALLED) $(GENERATED)

generate: $(GENERATED) ## TypeScript from the protos and the custom resources

protos-baseline: install ## take the protos as they are as what later changes may not break
	buf build -o protos/released.binpb

clean: ## remove what was generated and what was run
	rm -rf protos/gen operators/*/api/gen var coverage

# npm deletes node_modules while it works, so it must not run on the Node in there. The second try is for registries that lack an
# optional package of another platform, which `npm ci` takes for a lock file that does not fit.
$(INSTALLED): package.json package-lock.json
	PATH="$(SYSTEM_PATH)" npm ci --no-progress || PATH="$(SYSTEM_PATH)" npm install --no-progress --no-save
	@touch $@

$(GENERATED): $(INSTALLED) buf.gen.yaml $(PROTOS) $(wildcard operators/*/crds/*.yaml operators/*/api/*.ts)
	npm run --silent generate
	@touch $@
