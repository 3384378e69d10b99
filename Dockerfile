# Needs DATABASE_URL at run time: containers get a PostgreSQL of their own kind (docker-compose.yml shows one).
FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund --omit=optional
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY src ./src
COPY console ./console
RUN npm run build && npm prune --omit=dev --omit=optional

FROM node:20-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 BATCH_GATEWAY_PORT=8081 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/console/dist ./console/dist
USER node
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
