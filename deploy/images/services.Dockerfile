# The TypeScript services, the operator and the command line, one image for all: the first argument is the entry of the process.
#   docker build --file deploy/images/services.Dockerfile --build-arg REVISION=$(git rev-parse HEAD) --build-arg SOURCE=URL --tag gyre/services:0.1.0 .
# Node runs the TypeScript as it is; what is made here is the generated code, and the packages without those that only development needs.
# A release passes both bases with their digests: --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:…, and BASE_IMAGE likewise.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
# The system that the Node image is made of. What runs has Node alone from that image: no npm, no yarn, no corepack in any layer.
ARG BASE_IMAGE=debian:12.14-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /gyre
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY buf.yaml buf.gen.yaml ./
COPY protos ./protos
COPY services ./services
COPY operators ./operators
RUN npm run --silent generate
RUN npm prune --omit=dev --no-audit --no-fund --ignore-scripts

FROM ${BASE_IMAGE}
ENV NODE_ENV=production
WORKDIR /gyre
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /gyre/package.json ./package.json
COPY --from=build /gyre/node_modules ./node_modules
COPY --from=build /gyre/protos ./protos
COPY --from=build /gyre/services ./services
COPY --from=build /gyre/operators ./operators
COPY deploy/triton ./deploy/triton
COPY deploy/cluster/probe.ts deploy/cluster/serving.ts ./deploy/cluster/
# The launcher of the command line looks for Node beside the packages. A base that lacks a library of Node's is found out here.
RUN ln -s /usr/local/bin/node /gyre/node_modules/.bin/node && ln -s /gyre/services/cli/bin/gyre /usr/local/bin/gyre && node --version
# After the layers, which are the same for every revision.
ARG VERSION=0.1.0
ARG REVISION=
ARG SOURCE=
LABEL org.opencontainers.image.title=gyre/services org.opencontainers.image.version=${VERSION} org.opencontainers.image.revision=${REVISION} org.opencontainers.image.source=${SOURCE}
USER 1000:1000
EXPOSE 7400
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning"]
CMD ["services/cli/main.ts", "--help"]
