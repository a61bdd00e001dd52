import { ToolyardError } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './parse-database-url.ts';

const modeOf = (url: string): string | null => new URL(parseDatabaseUrl(url)).searchParams.get('sslmode');

describe('parseDatabaseUrl', () => {
  it.each(['allow', 'prefer', 'require', 'verify-ca', 'verify-full'])('verifies under sslmode=%s', (mode) => {
    expect(modeOf(`postgres://u:p@127.0.0.1/tasks?sslmode=${mode}`)).toBe('verify-full');
  });

  it('goes without TLS where the URL says so', () => {
    expect(modeOf('postgresql://u:p@db.example.com/tasks?sslmode=disable')).toBe('disable');
  });

  it.each([
    ['postgres://u:p@localhost/tasks', 'disable'],
    ['postgres://u:p@127.0.0.1:5433/tasks', 'disable'],
    ['postgres://u:p@[::1]/tasks', 'disable'],
    ['postgres://u:p@db/tasks', 'disable'],
    ['postgres://u:p@db/tasks?sslrootcert=ca.pem', 'verify-full'],
    ['postgres:///tasks?host=/var/run/postgresql', 'disable'],
    ['postgres://u:p@db.example.com/tasks', 'verify-full'],
    ['postgres://u:p@127.0.0.1.example.com/tasks', 'verify-full'],
    ['postgres://u:p@10.0.0.7/tasks', 'verify-full'],
    ['postgres://u:p@[2001:db8::1]/tasks', 'verify-full'],
  ])('without a mode, %s is %s', (url, mode) => {
    expect(modeOf(url)).toBe(mode);
  });

  it('takes out what would switch verification off', () => {
    const url = parseDatabaseUrl('postgres://u:p@db.example.com/tasks?ssl=0&uselibpqcompat=true&sslmode=require');
    expect(url).toBe('postgres://u:p@db.example.com/tasks?sslmode=verify-full');
  });

  it.each(['no-verify', 'require-ish', ''])('refuses sslmode=%s', (mode) => {
    expect(() => parseDatabaseUrl(`postgres://u:secret@h/tasks?sslmode=${mode}`)).toThrow(
      'sslmode must be disable, allow',
    );
  });

  it.each(['', 'nothing', 'mysql://u:secret@h/tasks', 'http://u:secret@h', 'host=h password=secret'])(
    'refuses %s without repeating it',
    (url) => {
      const refused = ((): unknown => {
        try {
          return parseDatabaseUrl(url);
        } catch (error) {
          return error;
        }
      })();
      expect(refused).toMatchObject({
        code: 'database-refused',
        message:
          'DATABASE_URL cannot be used: it is not a URL of the form postgresql://user:password@host:5432/database.',
      });
      expect(ToolyardError.is(refused)).toBe(true);
    },
  );
});
