import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import {
  describeExternal,
  nodeMounts,
  openDockerEngine,
  TEST_CERTIFICATE,
  TEST_KEY,
  useImage,
} from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { runToolyard, type Finished } from '../cli/run-toolyard.ts';
import { createYardFolder } from '../harness/create-yard-folder.ts';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

await describeExternal('Docker', (where) => {
  const image = useImage(openDockerEngine(where));
  const pass = (socket: Socket): void => {
    const engine = connect(where.replace(/^unix:\/\//, ''));
    socket.on('error', () => engine.destroy()).pipe(engine);
    engine.on('error', () => socket.destroy()).pipe(socket);
  };

  /** Calls a server in a container of an engine that listens on a port. */
  function callAt(port: number, certificates?: Record<string, string>): Promise<Finished> {
    const place = createYardFolder(
      { echo: { docker: { image, mounts: nodeMounts(), command: ['/fixtures/echo.mjs'] } } },
      { retryDelaysMs: [] },
    );
    for (const [name, text] of Object.entries(certificates ?? {})) writeFileSync(join(place.folder, name), text);
    const tls = certificates === undefined ? {} : { DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: place.folder };
    const env = { DOCKER_HOST: `tcp://127.0.0.1:${port}`, ...tls };
    const words = ['call', 'echo:add', 'a=1', 'b=2', '--config', place.file];
    return runToolyard(words, { cwd: place.folder, env });
  }

  it('uses an engine on a port', async () => {
    expect(await callAt(await listen(createServer(pass)))).toMatchObject({ code: 0, stdout: '3\n' });
  });

  it('uses an engine over TLS, and only one that it can trust', async () => {
    const own = { key: TEST_KEY, cert: TEST_CERTIFICATE };
    const port = await listen(createTlsServer({ ...own, ca: TEST_CERTIFICATE, requestCert: true }, pass));
    const certificates = { 'ca.pem': TEST_CERTIFICATE, 'cert.pem': TEST_CERTIFICATE, 'key.pem': TEST_KEY };
    expect(await callAt(port, certificates)).toMatchObject({ code: 0, stdout: '3\n' });
    const { code, stderr } = await callAt(port, {});
    expect(code).toBe(1);
    expect(stderr).toContain(
      `The TLS connection to Docker at 127.0.0.1:${port} failed (DEPTH_ZERO_SELF_SIGNED_CERT). Check DOCKER_CERT_PATH and DOCKER_TLS_VERIFY.`,
    );
  });
});
