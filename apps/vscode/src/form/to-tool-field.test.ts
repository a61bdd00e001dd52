import { isJsonObject } from '@toolyard/core';
import { readRealTools } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { exampleServer } from '../../test/fakes/example-look.ts';
import { findToolProblems, toPickerServers, toToolField } from './to-tool-field.ts';

const away = exampleServer('away', 0, { status: 'unavailable', reason: 'The program was not found.' });
const state = createFakeFolder({ servers: [exampleServer('chat', 2), away] }).state();
const facts = { state, isReadOnly: false, problems: [] };

describe('toToolField', () => {
  it('says in words whether the server is available', () => {
    expect(toToolField({ server: 'chat', tool: 'tool_0' }, facts)).toMatchObject({
      state: 'available',
      toolAbout: 'Does 0.\nAnd more.',
    });
    expect(toToolField({ server: 'away', tool: 'x' }, facts).state).toBe('unavailable: The program was not found.');
    expect(toToolField({ server: 'gone', tool: 'x' }, facts).state).toBe('unknown');
    expect(toToolField({ server: '', tool: '' }, facts).state).toBe('');
  });
});

describe('findToolProblems', () => {
  it('warns of a server or a tool that is gone', () => {
    expect(findToolProblems({ server: 'chat', tool: 'tool_1' }, state)).toEqual([]);
    expect(findToolProblems({ server: 'chat', tool: 'gone' }, state)[0]?.message).toBe(
      'The server "chat" does not have the tool "gone"',
    );
    expect(findToolProblems({ server: 'gone', tool: 'x' }, state)[0]?.message).toBe('There is no server "gone"');
    expect(findToolProblems({ server: 'away', tool: 'x' }, state)[0]?.message).toBe(
      'The tools of "away" are not known yet',
    );
  });
});

describe('toPickerServers', () => {
  it('brings hundreds of real tools in a message of a hundred kilobytes', () => {
    const tools = readRealTools().map(({ name, server, definition }) => ({
      name,
      displayName: name,
      description: typeof definition['description'] === 'string' ? definition['description'] : '',
      inputSchema: isJsonObject(definition['inputSchema']) ? definition['inputSchema'] : {},
      serverId: server,
    }));
    const picked = toPickerServers({ servers: [exampleServer('all', 0, { tools })] });
    expect(picked[0]?.tools).toHaveLength(tools.length);
    expect(JSON.stringify(picked).length).toBeLessThan(150_000);
  });
});
