# The TypeScript services, the operator and the command line, one image for all: the first argument is the entry of the process.
#   docker build --file deploy/images/services.Dockerfile --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:… --tag gyre/services:0.1.0 .
# Node runs the TypeScript as it is; what is made here is the generated code, and the packages without those that only development needs.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

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

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /gyre
COPY --from=build /gyre/package.json ./package.json
COPY --from=build /gyre/node_modules ./node_modules
COPY --from=build /gyre/protos ./protos
COPY --from=build /gyre/services ./services
COPY --from=build /gyre/operators ./operators
COPY deploy/triton ./deploy/triton
COPY deploy/cluster/probe.ts deploy/cluster/serving.ts ./deploy/cluster/
# The launcher of the command line looks for Node beside the packages. Nothing is installed in a running container.
RUN ln -s /usr/local/bin/node /gyre/node_modules/.bin/node && ln -s /gyre/services/cli/bin/gyre /usr/local/bin/gyre && rm -rf /usr/local/lib/node_modules/npm /usr/local/bin/npm /usr/local/bin/npx
USER 1000:1000
EXPOSE 7400
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning"]
CMD ["services/cli/main.ts", "--help"]
