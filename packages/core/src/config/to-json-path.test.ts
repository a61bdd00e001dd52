import { describe, expect, it } from 'vitest';
import { toFieldName, toJsonPath } from './to-json-path.ts';

describe('toJsonPath', () => {
  it('writes keys with a dot where they can be read so, else in quotes', () => {
    expect(toJsonPath([])).toBe('$');
    expect(toJsonPath(['mcpServers', 'my-files', 'args', 0])).toBe('$.mcpServers.my-files.args[0]');
    expect(toJsonPath(['mcpServers', 'my server', 'command'])).toBe('$.mcpServers["my server"].command');
    expect(toJsonPath(['', '3001', 'a"b', 'a.b'])).toBe('$[""]["3001"]["a\\"b"]["a.b"]');
  });
});

describe('toFieldName', () => {
  it('leaves out what leads', () => {
    expect(toFieldName(['docker', 'ports'])).toBe('docker.ports');
    expect(toFieldName(['args', 1])).toBe('args[1]');
  });
});
