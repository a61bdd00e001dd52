import type { Catalogue, CatalogueEntry } from '@toolyard/core';
import { startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createResourceOwners, type ListedResources } from './create-resource-owners.ts';
import { createTemplateMatcher } from './create-template-matcher.ts';

function listed(templates: readonly (readonly [server: string, template: string])[]): ListedResources {
  const entries = templates.map(([server, name]): CatalogueEntry => {
    const kind = 'templates' as const;
    return { server, kind, name, id: `${server}:${name}`, json: '{}', definition: {} };
  });
  const list: Catalogue['list'] = (kind) => (kind === 'templates' ? entries : []);
  return {
    catalogue: { list, listOf: () => [], find: () => undefined },
    keys: [...new Set(templates.map(([server]) => server))],
    namesOf: (kind, key) => list(kind).flatMap(({ server, name }) => (server === key ? [name] : [])),
  };
}

describe('createTemplateMatcher', () => {
  it.each([
    ['file:///{name}', 'file:///a', true],
    ['file:///{name}', 'file:///a/b', false],
    ['file:///{+path}', 'file:///a/b', true],
    ['file:///{path*}', 'file:///a/b', true],
    ['a://{x}/b/{y}', 'a://1/b/2', true],
    ['a://{x}/b/{y}', 'a://1/c/2', false],
    ['a://{x}.{y}', 'a://1.2.3', true],
    ['a://{x}', 'a://', true],
    ['a://b', 'a://b', true],
    ['a://b', 'a://bc', false],
    ['{+x}end', 'a://b/end', true],
    ['{+x}end', 'a://b/ends', false],
    ['', '', true],
    ['a{b', 'a{b', true],
  ])('%s, %s: %s', (template, uri, expected) => {
    expect(createTemplateMatcher(template)(uri)).toBe(expected);
  });

  it.each(['{+a}', '{+a}e', '{a}', 'a', '{'])('decides about a template of a megabyte of %s at once', (piece) => {
    const template = piece.repeat(1_000_000 / piece.length);
    const cpuMs = startCpuClock();
    expect(createTemplateMatcher(template)(`${'a'.repeat(8000)}!`)).toBe(false);
    expect(cpuMs()).toBeLessThan(500);
  });
});

describe('createResourceOwners', () => {
  it('finds the owner by the first template that fits', () => {
    const owners = createResourceOwners(
      listed([
        ['one', 'a://{x}'],
        ['two', 'b://{x}'],
        ['three', 'b://{+x}'],
      ]),
    );
    expect(['a://1', 'b://1', 'b://1/2', 'c://1'].map(owners.ownerOf)).toEqual(['one', 'two', 'three', undefined]);
  });

  it('takes little time where a server has very many templates, and finds those of others', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ['one', `{+a}e{+b}e{+c}${index}`] as const);
    const owners = createResourceOwners(listed([...many, ['two', '{+x}!']]));
    const cpuMs = startCpuClock();
    expect(owners.ownerOf(`${'e'.repeat(8000)}!`)).toBe('two');
    expect(cpuMs()).toBeLessThan(2000);
  });
});
