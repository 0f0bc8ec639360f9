# docs/operating/docker.md says how to run it. Debian, since the embedded PostgreSQL needs glibc.
FROM node:26-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/bootstrap.mjs scripts/
COPY scripts/bootstrap/ scripts/bootstrap/
RUN npm ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund
COPY . .
# What only builds and tests need is removed afterwards. The build notes that packages are complete, so no start installs.
# Readable by the image's user, whatever the umask of the checkout was.
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund && chmod -R a+rX /app

FROM node:26-trixie-slim
# A check of a backup starts a PostgreSQL in TMPDIR: /tmp is in memory there, and nothing in it may be executed.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data TMPDIR=/data
WORKDIR /app
# Owned by root: the product may only read it.
COPY --from=build /app /app
# npm prune rewrites the lock file, and a start would think the packages belong to another version.
COPY --chmod=0644 package.json package-lock.json ./
RUN install -d -m 0700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
# A stop takes at most 30 s: docker stop -t 35.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "scripts/bootstrap.mjs"]
CMD ["start"]
