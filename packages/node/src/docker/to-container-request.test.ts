import { createDockerServer } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { toContainerRequest } from './to-container-request.ts';

const OPTIONS = { configuration: 'c1', owner: 'me/1/2' };

it('asks for a container that is ours, is removed when it ends, and has no more rights than it needs', () => {
  expect(toContainerRequest(createDockerServer(), OPTIONS)).toEqual({
    Image: 'mcp/box',
    Env: [],
    Labels: {
      'dev.toolyard': 'true',
      'dev.toolyard.configuration': 'c1',
      'dev.toolyard.key': 'box',
      'dev.toolyard.owner': 'me/1/2',
    },
    Tty: false,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    ExposedPorts: {},
    HostConfig: {
      AutoRemove: true,
      Init: true,
      SecurityOpt: ['no-new-privileges'],
      LogConfig: { Type: 'none' },
      PortBindings: {},
      Mounts: [],
      Binds: [],
    },
  });
});

it('passes on limits, network, command, variables and the chain', () => {
  const server = createDockerServer({
    memoryMb: 64,
    cpus: 0.5,
    pids: 10,
    network: 'none',
    command: ['--x', 'y z'],
    env: { A: 'b=c' },
  });
  expect(toContainerRequest(server, { ...OPTIONS, chain: ['/home/you/a.json'] })).toMatchObject({
    Cmd: ['--x', 'y z'],
    Env: ['A=b=c', 'TOOLYARD_CHAIN=["/home/you/a.json"]'],
    HostConfig: {
      Memory: 67_108_864,
      MemorySwap: 67_108_864,
      NanoCpus: 500_000_000,
      PidsLimit: 10,
      NetworkMode: 'none',
    },
  });
});

it('opens ports on this machine alone, and no stdin where a port is spoken to', () => {
  const endpoint = { transport: 'http', url: 'http://127.0.0.1:39001/mcp', headers: {} } as const;
  const server = createDockerServer({ endpoint, ports: { '3001': 39001, '53/udp': 39002 } });
  expect(toContainerRequest(server, OPTIONS)).toMatchObject({
    OpenStdin: false,
    AttachStdin: false,
    ExposedPorts: { '3001/tcp': {}, '53/udp': {} },
    HostConfig: {
      PortBindings: {
        '3001/tcp': [{ HostIp: '127.0.0.1', HostPort: '39001' }],
        '53/udp': [{ HostIp: '127.0.0.1', HostPort: '39002' }],
      },
    },
  });
});

it.each([
  ['/data:/in', { Type: 'bind', Source: '/data', Target: '/in', ReadOnly: false }],
  ['/data:/in:ro', { Type: 'bind', Source: '/data', Target: '/in', ReadOnly: true }],
  ['C:\\data:/in:ro', { Type: 'bind', Source: 'C:\\data', Target: '/in', ReadOnly: true }],
  ['notes:/in:rw', { Type: 'volume', Source: 'notes', Target: '/in', ReadOnly: false }],
  ['/in', { Type: 'volume', Target: '/in' }],
])('reads the mount %s', (mount, wanted) => {
  const request = toContainerRequest(createDockerServer({ mounts: [mount] }), OPTIONS);
  expect(request).toMatchObject({ HostConfig: { Mounts: [wanted], Binds: [] } });
});

it('leaves mounts with other options to the engine', () => {
  const request = toContainerRequest(createDockerServer({ mounts: ['/data:/in:ro,z'] }), OPTIONS);
  expect(request).toMatchObject({ HostConfig: { Mounts: [], Binds: ['/data:/in:ro,z'] } });
});
