import { expect, it } from 'vitest';
import { findUnencrypted } from './find-unencrypted.ts';

it.each(['0.0.0.0', '::', '[::]', '192.168.1.2', 'example.com', '127.evil.example'])('warns of %s', (host) => {
  expect(findUnencrypted(host, 'Use TLS.')).toBe(
    `Traffic to ${host} is not encrypted: anyone who sees the network can read it, tokens included. Use TLS.`,
  );
});

it.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1', '[::1]'])('says nothing about %s', (host) => {
  expect(findUnencrypted(host, 'Use TLS.')).toBeUndefined();
});
