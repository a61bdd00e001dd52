import { describe, expect, it } from 'vitest';
import { describeAddress, resolveDockerAddress, type DockerAddress } from './resolve-docker-address.ts';

function resolve(
  env: Record<string, string>,
  existing: readonly string[] = [],
  platform: NodeJS.Platform = 'linux',
): DockerAddress {
  return resolveDockerAddress({ env, platform, exists: (path) => existing.includes(path) });
}

describe('the address of the engine', () => {
  it.each([
    ['unix:///run/x.sock', { kind: 'socket', path: '/run/x.sock' }],
    ['npipe:////./pipe/x', { kind: 'socket', path: '//./pipe/x' }],
    ['npipe://\\\\.\\pipe\\x', { kind: 'socket', path: '//./pipe/x' }],
    ['tcp://far', { kind: 'tcp', host: 'far', port: 2375 }],
    ['tcp://127.0.0.1:4000', { kind: 'tcp', host: '127.0.0.1', port: 4000 }],
    ['tcp://[::1]:4000', { kind: 'tcp', host: '::1', port: 4000 }],
    ['https://far', { kind: 'tcp', host: 'far', port: 2376, tls: { folder: '/home/you/.docker', verify: true } }],
  ])('is read from DOCKER_HOST %s', (host, wanted) => {
    expect(resolve({ DOCKER_HOST: host, HOME: '/home/you' }, ['/var/run/docker.sock'])).toEqual(wanted);
  });

  it('has TLS where certificates or their verification are asked for', () => {
    const env = { DOCKER_HOST: 'tcp://far', HOME: '/home/you' };
    expect(resolve({ ...env, DOCKER_CERT_PATH: '/certs', DOCKER_TLS_VERIFY: '1' })).toEqual({
      kind: 'tcp',
      host: 'far',
      port: 2376,
      tls: { folder: '/certs', verify: true },
    });
    expect(resolve({ ...env, DOCKER_TLS_VERIFY: '1' })).toMatchObject({ tls: { folder: '/home/you/.docker' } });
    expect(resolve({ ...env, DOCKER_CERT_PATH: '/certs' })).toMatchObject({ tls: { verify: false } });
  });

  it("is Docker's socket before Podman's, and Podman's where there is no other", () => {
    const env = { HOME: '/home/you', XDG_RUNTIME_DIR: '/run/user/1' };
    const podman = '/run/user/1/podman/podman.sock';
    const pathOf = (existing: readonly string[]): string => describeAddress(resolve(env, existing));
    expect(pathOf([podman, '/var/run/docker.sock'])).toBe('/var/run/docker.sock');
    expect(pathOf([podman, '/run/user/1/docker.sock'])).toBe('/run/user/1/docker.sock');
    expect(pathOf([podman, '/home/you/.docker/run/docker.sock'])).toBe('/home/you/.docker/run/docker.sock');
    expect(pathOf([podman])).toBe(podman);
    expect(pathOf([])).toBe('/var/run/docker.sock');
  });

  it('is nothing that lies in the working directory, whatever HOME and XDG_RUNTIME_DIR say', () => {
    const planted = ['./.docker/run/docker.sock', './docker.sock'];
    expect(describeAddress(resolve({ HOME: '.', XDG_RUNTIME_DIR: '.' }, planted))).toBe('/var/run/docker.sock');
    expect(resolve({ HOME: '.', DOCKER_HOST: 'https://far' })).toMatchObject({ tls: { folder: '/.docker' } });
  });

  it('is a named pipe on Windows', () => {
    expect(describeAddress(resolve({}, [], 'win32'))).toBe('//./pipe/docker_engine');
    const podman = '//./pipe/podman-machine-default';
    expect(describeAddress(resolve({}, [podman], 'win32'))).toBe(podman);
  });

  it.each([
    [
      'ssh://me@far',
      'DOCKER_HOST is "ssh://far". Toolyard does not speak ssh. Forward the socket (ssh -L) and name that.',
    ],
    ['far:2375', 'DOCKER_HOST is "far:2375". Write it as unix:///path, npipe:////./pipe/name or tcp://host:port.'],
  ])('cannot be %s', (host, message) => {
    expect(() => resolve({ DOCKER_HOST: host })).toThrow(
      expect.objectContaining({ code: 'server-misconfigured', message }),
    );
  });
});
