# `toolyard up` in a container. In a clone: npm run package && docker build -t toolyard .
# How to run it: docs/guides/running-as-a-service.md

# Any image with Node 20.19 or later, npm and a shell.
ARG NODE_IMAGE=node:20-slim

FROM ${NODE_IMAGE} AS package
COPY toolyard-*.tgz /tmp/toolyard.tgz
RUN npm install --global --offline --no-audit --no-fund --prefix /opt/toolyard /tmp/toolyard.tgz

FROM ${NODE_IMAGE}
COPY --from=package /opt/toolyard /opt/toolyard
# By number, so that an orchestrator can see that it is not root.
RUN install -d -o 1000 -g 1000 /var/lib/toolyard
USER 1000:1000
WORKDIR /var/lib/toolyard
# State, tasks and what npx downloads are kept below the home folder.
ENV HOME=/var/lib/toolyard \
    PATH=/opt/toolyard/bin:$PATH \
    TOOLYARD_CONFIG=/etc/toolyard/toolyard.json
VOLUME /var/lib/toolyard
EXPOSE 7420
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7420/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between, signals reach Toolyard itself.
ENTRYPOINT ["toolyard"]
CMD ["up", "--host", "0.0.0.0"]
