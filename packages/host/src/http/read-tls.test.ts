import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_CERTIFICATE, TEST_KEY } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { readTls } from './read-tls.ts';

async function read(cert: string, key: string): ReturnType<typeof readTls> {
  const cwd = await mkdtemp(join(tmpdir(), 'toolyard-tls-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(join(cwd, 'cert.pem'), cert);
  await writeFile(join(cwd, 'key.pem'), key);
  return readTls({ cwd }, { tlsCert: 'cert.pem', tlsKey: 'key.pem' });
}

function createKey(passphrase?: string): string {
  const plain = { type: 'pkcs8', format: 'pem' } as const;
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: passphrase === undefined ? plain : { ...plain, cipher: 'aes-256-cbc', passphrase },
  }).privateKey;
}

it('gives a certificate and its key', async () => {
  expect(await read(TEST_CERTIFICATE, TEST_KEY)).toEqual({ cert: TEST_CERTIFICATE, key: TEST_KEY });
  expect(await readTls({ cwd: '.' }, {})).toBeUndefined();
});

it.each([
  ['empty files', '', '', '"cert.pem" has no certificate in PEM'],
  ['an empty key', TEST_CERTIFICATE, '', '"key.pem" has no key in PEM'],
  ['junk', 'junk', 'junk', '"cert.pem" has no certificate in PEM'],
  ['junk as PEM', '-----BEGIN CERTIFICATE-----\njunk', TEST_KEY, '"cert.pem" and "key.pem" are refused'],
  ['the files swapped', TEST_KEY, TEST_CERTIFICATE, '"cert.pem" and "key.pem" are refused'],
  ['the key of another certificate', TEST_CERTIFICATE, createKey(), '"cert.pem" and "key.pem" are refused'],
  ['an encrypted key', TEST_CERTIFICATE, createKey('secret'), '"cert.pem" and "key.pem" are refused'],
])('refuses %s as wrong usage', async (_what, cert, key, message) => {
  await expect(read(cert, key)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(message) });
});
