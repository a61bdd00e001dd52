import { describe, expect, it } from 'vitest';
import { parseNote } from '../parse/parse-note.ts';
import { resolveBindings } from './resolve-bindings.ts';

const SERVERS = [
  { key: 'off', enabled: false },
  { key: 'first', enabled: true },
  { key: 'weather', enabled: true },
  { key: 'files', enabled: true },
];

/** The server that a block gets, or why it gets none. */
function bindTool(tool: string, fence = 'mcp'): string {
  const text = `\`\`\`${fence}\ntool: "${tool}"\n\`\`\``;
  const note = parseNote(text, { servers: SERVERS.map(({ key }) => key) });
  const [block] = resolveBindings(note, { bindings: [], path: 'a.md', servers: SERVERS }).blocks;
  return block?.server ?? block?.issues.map(({ message }) => message).join('; ') ?? '';
}

describe('a tool without a server whose name begins with a key', () => {
  it.each(['files:read', 'files__read', 'files.read', 'off:read'])('%s is not asked of the first server', (tool) => {
    const key = tool.slice(0, tool.search(/[:_.]/));
    expect(bindTool(tool)).toBe(`"${tool}" looks like a tool of server ${key}; name the server with "server"`);
  });

  it('is asked of the server that is named, and of the first where it is that one', () => {
    expect(bindTool('files:read', 'weather')).toBe('weather');
    expect(bindTool('first.read')).toBe('first');
  });
});
