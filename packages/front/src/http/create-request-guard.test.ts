import { describe, expect, it } from 'vitest';
import { createRequestGuard } from './create-request-guard.ts';

const PORT = 7420;

describe('the guard on loopback', () => {
  const guard = createRequestGuard({ host: '127.0.0.1', port: PORT });

  it.each([
    ['localhost:7420', undefined, undefined],
    ['LOCALHOST:7420', undefined, undefined],
    ['127.0.0.1:7420', undefined, undefined],
    ['[::1]:7420', undefined, undefined],
    ['127.0.0.1:7420', 'http://localhost:3000', undefined],
    ['127.0.0.1:7420', 'http://127.0.0.1', undefined],
    ['127.0.0.1:7420', 'https://[::1]:8443', undefined],
    [undefined, undefined, 403],
    ['', undefined, 403],
    ['localhost', undefined, 403],
    ['localhost:7421', undefined, 403],
    ['evil.example.com', undefined, 403],
    ['evil.example.com:7420', undefined, 403],
    ['localhost.evil.example.com:7420', undefined, 403],
    ['127.0.0.1.evil.example.com:7420', undefined, 403],
    ['localhost:7420@evil.example.com', undefined, 403],
    ['0.0.0.0:7420', undefined, 403],
    ['127.0.0.1:7420', 'http://evil.example.com', 403],
    ['127.0.0.1:7420', 'http://localhost.evil.example.com', 403],
    ['127.0.0.1:7420', 'http://evil.example.com:7420', 403],
    ['127.0.0.1:7420', 'null', 403],
    ['127.0.0.1:7420', '', 403],
    ['127.0.0.1:7420', 'file://', 403],
  ])('host %s and origin %s: %s', (host, origin, status) => {
    const headers = { ...(host === undefined ? {} : { host }), ...(origin === undefined ? {} : { origin }) };
    expect(guard.checkPlace(headers)?.status).toBe(status);
  });

  it('takes a host without a port where the port is that of the scheme', () => {
    expect(createRequestGuard({ host: 'localhost', port: 80 }).checkPlace({ host: 'localhost' })).toBeUndefined();
  });

  it('asks for no token where there is none', () => {
    expect(guard.checkToken({})).toBeUndefined();
  });
});

describe('the guard with a token', () => {
  const guard = createRequestGuard({ host: '0.0.0.0', port: PORT, token: 'right' });

  it('does not look at the host on other addresses', () => {
    expect(guard.checkPlace({ host: 'tools.example.com', origin: 'https://example.com' })).toBeUndefined();
  });

  it.each([
    ['Bearer right', undefined],
    ['bearer  right', undefined],
    [undefined, 401],
    ['', 401],
    ['right', 401],
    ['Basic right', 401],
    ['Bearer', 401],
    ['Bearer wrong', 401],
    ['Bearer right2', 401],
    ['Bearer right right', 401],
  ])('authorization %s: %s', (authorization, status) => {
    const refusal = guard.checkToken(authorization === undefined ? {} : { authorization });
    expect(refusal?.status).toBe(status);
    expect(refusal?.message ?? '').not.toContain('right');
  });
});
