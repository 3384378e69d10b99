# The gateway's image: `docker build -t inference-gateway .`; docs/operations.md says how to run it.
# Needs DATABASE_URL at run time: containers get a PostgreSQL of their own kind (docker-compose.yml shows one).

# The long-term support line that the gate tests besides Node 20. A digest (node@sha256:…) makes a build repeatable.
ARG NODE_LINE=24
ARG NODE_IMAGE=node:${NODE_LINE}-slim

# What runs, and nothing that builds.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional

# Vite and others bring their binaries as optional packages, so nothing is left out here.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY .swcrc tsconfig.json tsconfig.build.json nest-cli.json ./
COPY scripts/bundle-service.mjs ./scripts/
COPY src ./src
COPY console ./console
RUN npm run build

FROM ${NODE_IMAGE}
# Where an image came from: `docker build --build-arg VERSION=… --build-arg REVISION=$(git rev-parse HEAD) …`.
ARG NODE_IMAGE
ARG VERSION=0.0.0-unknown
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="inference-gateway" \
  org.opencontainers.image.description="One API key in front of hosted language models: routing, exact billing, bulk batches." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}" \
  org.opencontainers.image.source="${SOURCE}" \
  org.opencontainers.image.base.name="docker.io/library/${NODE_IMAGE}"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 BATCH_GATEWAY_PORT=8081 DATA_DIR=/data
WORKDIR /app
# All of it belongs to root, so that the service cannot change itself; /data is all that it writes, and only without a bucket.
RUN mkdir /data && chown 1000:1000 /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/console/dist ./console/dist
# By number: Kubernetes can see that it is not root. It is the image's account `node`.
USER 1000:1000
VOLUME /data
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
