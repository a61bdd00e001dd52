import { findSlowText } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { parseFeatures } from './parse-features.ts';

describe('parseFeatures', () => {
  it('knows operations whatever their path parameters are called', () => {
    const features = parseFeatures({ paths: { '/tasks/{task_id}/': { get: {} }, '/tags': { get: {} } } });
    expect(features.isDescribed).toBe(true);
    expect(features.has('GET', '/tasks/{id}')).toBe(true);
    expect(features.has('get', '/tags')).toBe(true);
    expect(features.has('put', '/tasks/{id}')).toBe(false);
    expect(features.has('get', '/nothing')).toBe(false);
  });

  it('finds parameters of an operation, of its path, and by reference, in any case', () => {
    const features = parseFeatures({
      components: { parameters: { Key: { name: 'idempotency-key', in: 'header' } } },
      paths: {
        '/tasks': {
          parameters: [{ name: 'trace' }],
          get: { parameters: [{ name: 'search', in: 'query' }] },
          post: { parameters: [{ $ref: '#/components/parameters/Key' }] },
        },
      },
    });
    expect(features.takes('post', '/tasks', 'Idempotency-Key')).toBe(true);
    expect(features.takes('get', '/tasks', 'search')).toBe(true);
    expect(features.takes('get', '/tasks', 'trace')).toBe(true);
    expect(features.takes('get', '/tasks', 'Idempotency-Key')).toBe(false);
  });

  it('reads nothing into anything else', () => {
    const odd = [undefined, null, 1, [], {}, { paths: 1 }, { paths: null }];
    for (const document of odd) expect(parseFeatures(document).isDescribed).toBe(false);
    expect(parseFeatures({ paths: { '/tasks': null } }).takes('post', '/tasks', 'x')).toBe(false);
    expect(parseFeatures({ paths: { '/tasks': { post: { parameters: 1 } } } }).takes('post', '/tasks', 'x')).toBe(
      false,
    );
  });
});

it('reads paths of any form in time in proportion to them', () => {
  expect(findSlowText((path) => parseFeatures({ paths: { [path]: {} } }), '/a')).toBeUndefined();
});
