import type { Configuration } from '@toolyard/core';
import { createLocalYard, hashDefinition } from '@toolyard/runtime';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createFakeServerMemory,
  createMemoryLog,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { bindMemory, type ConfigurationForms } from './bind-memory.ts';

const withCommand = (command: string): Configuration => createConfiguration({ a: { command } });

function createForms(written: string, expanded: string): ConfigurationForms {
  return { asWritten: withCommand(written), configuration: withCommand(expanded) };
}

const hashOf = ({ servers: [server] }: Configuration): string => (server === undefined ? '' : hashDefinition(server));
const FORMS = createForms('$A', 'one');
const definitionHash = hashOf(FORMS.configuration);

describe('bindMemory', () => {
  it('gives back what was remembered for the same entry and values', () => {
    const memory = bindMemory(createFakeServerMemory(), FORMS);
    memory.remember({ key: 'a', definitionHash, enabled: false, failures: 2 });
    expect(memory.recall('a')).toMatchObject({ definitionHash, enabled: false, failures: 2 });
  });

  it('keeps the switch alone where the entry is the same and its variables have other values', () => {
    const memory = bindMemory(createFakeServerMemory(), FORMS);
    memory.remember({ key: 'a', definitionHash, enabled: false, failures: 2, lists: { tools: [] } });
    const other = createForms('$A', 'two');
    memory.bind(other);
    expect(memory.recall('a')).toEqual({
      key: 'a',
      definitionHash: hashOf(other.configuration),
      enabled: false,
      failures: 0,
    });
  });

  it('forgets the switch where the entry changed, even if it means the same', () => {
    const memory = bindMemory(createFakeServerMemory(), FORMS);
    memory.remember({ key: 'a', definitionHash, enabled: false, failures: 2 });
    memory.bind(createForms('one', 'one'));
    expect(memory.recall('a')).toMatchObject({ definitionHash, failures: 2 });
    expect(memory.recall('a')).not.toHaveProperty('enabled');
  });

  it('keeps the switch of a server while its variables are missing', () => {
    const memory = bindMemory(createFakeServerMemory(), FORMS);
    memory.remember({ key: 'a', definitionHash, enabled: true, failures: 0 });
    memory.bind(createForms('$A', '$A'));
    expect(memory.recall('a')).toMatchObject({ enabled: true });
    memory.bind(FORMS);
    expect(memory.recall('a')).toMatchObject({ enabled: true });
  });

  it('remembers the switch alone of a server whose variables are missing, and forgets nothing for it', async () => {
    const memory = bindMemory(createFakeServerMemory(), FORMS);
    memory.remember({ key: 'a', definitionHash, failures: 2, lists: { tools: ['{"name":"x"}'] } });
    const missing = createConfiguration({ a: { command: '$A', missing: ['A'] } });
    memory.bind({ asWritten: FORMS.asWritten, configuration: missing });
    const yard = createLocalYard({
      configuration: missing,
      links: createFakeLinkStarter({}),
      clock: createFakeClock(),
      log: createMemoryLog(),
      memory,
      client: { name: 'toolyard', version: '0' },
      chainId: 'y',
    });
    await yard.disable('a');
    expect(memory.recall('a')).toMatchObject({ definitionHash: hashOf(missing), enabled: false });
    await yard.stop();
    memory.bind(FORMS);
    const lists = { tools: ['{"name":"x"}'] };
    expect(memory.recall('a')).toMatchObject({ definitionHash, enabled: false, failures: 2, lists });
  });

  it('does not listen to a server whose entry was replaced', () => {
    const memory = bindMemory(createFakeServerMemory(), FORMS);
    memory.bind(createForms('$B', 'two'));
    memory.remember({ key: 'a', definitionHash, enabled: false, failures: 2 });
    expect(memory.recall('a')).toBeUndefined();
  });

  it('knows nothing about servers that it was never told of', () => {
    expect(bindMemory(createFakeServerMemory(), FORMS).recall('b')).toBeUndefined();
  });
});
