import { describe, it } from 'vitest';
import { expectUnreadable } from './check-hooks.ts';

describe('hooks check', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['an empty file', { 'hooks.json': '' }, ':1:1: $: Invalid JSON at line 1, column 1: the file is empty'],
    ['a list', { 'hooks.json': '[]' }, ':1:1: $: The file must be an object with "version" and "hooks"'],
    ['another version', { 'hooks.json': '{ "version": 2, "hooks": [] }' }, ':1:14: $.version: '],
    ['no hooks', { 'hooks.json': '{ "version": 1 }' }, ':1:1: $.hooks: Missing required field: hooks'],
    ['a wrong key', { 'hooks.json': '{ "version": 1, "hooks": [], "hoks": [] }' }, ':1:30: $.hoks: Unknown key "hoks"'],
    ['no YAML', { 'hooks.yaml': 'version: 1\nhooks:\n  - id: [\n' }, '/hooks.yaml:'],
    ['a key twice', { 'hooks.yml': 'version: 1\nversion: 1\nhooks: []\n' }, '/hooks.yml:2:1: $'],
  ])('cannot read %s as hooks, which is exit code 2', (_, files, line) => expectUnreadable(files, line));
});
