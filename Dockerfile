# `toolyard up` in a container. In a clone: npm run package && docker build -t toolyard .
# How to run it: docs/guides/running-as-a-service.md

# Any image with Node 20.19 or later and a shell; with npm for servers that are started by npx.
ARG NODE_IMAGE=node:20-slim
FROM ${NODE_IMAGE}

# Unpacks it: the package is one bundle, so there is nothing to install.
ADD toolyard-*.tgz /opt/toolyard/
RUN ln -s /opt/toolyard/package/dist/toolyard.js /usr/local/bin/toolyard \
  && install -d -o 1000 -g 1000 /var/lib/toolyard

# State, tasks and what npx downloads are kept below the home folder.
ENV HOME=/var/lib/toolyard TOOLYARD_CONFIG=/etc/toolyard/toolyard.json
VOLUME /var/lib/toolyard
EXPOSE 7420
# By number, so that an orchestrator can see that it is not root.
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7420/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between, signals reach Toolyard itself.
ENTRYPOINT ["toolyard"]
CMD ["up", "--host", "0.0.0.0"]
