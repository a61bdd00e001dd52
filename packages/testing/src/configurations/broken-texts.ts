import type { BadConfiguration } from './bad-configuration.ts';

/** Files that are not there, not JSON, or without a proper list of servers. */
export const BROKEN_TEXTS: readonly BadConfiguration[] = [
  {
    name: 'a file that is not there',
    text: undefined,
    codes: ['file_not_found'],
    messages: ['FILE: $: Config file not found; check the path given with --config'],
  },
  {
    name: 'an empty file',
    text: '',
    codes: ['invalid_json'],
    messages: ['FILE: $: Invalid JSON at line 1, column 1: the file is empty'],
  },
  {
    name: 'a file that is no JSON at all',
    text: `mcpServers: {}
`,
    codes: ['invalid_json'],
    messages: [
      'FILE: $: Invalid JSON at line 1, column 1: expected a string in double quotes, a number, true, false or null',
      'FILE: $: Invalid JSON at line 1, column 11: expected a value',
    ],
  },
  {
    name: 'a missing comma',
    text: `{
  "mcpServers": {
    "a": { "command": "x" }
    "b": { "command": "y" }
  }
}
`,
    codes: ['invalid_json'],
    messages: ['FILE: $: Invalid JSON at line 4, column 5: expected a comma'],
  },
  {
    name: 'a brace that is not closed',
    text: '{ "mcpServers": { "a": { "command": "x" }',
    codes: ['invalid_json'],
    messages: ['FILE: $: Invalid JSON at line 1, column 42: expected a closing brace'],
  },
  {
    name: 'a string that is not closed',
    text: '{ "mcpServers": { "a": { "command": "x } } }',
    codes: ['invalid_json'],
    messages: [
      'FILE: $: Invalid JSON at line 1, column 37: unclosed string',
      'FILE: $: Invalid JSON at line 1, column 45: expected a closing brace',
    ],
  },
  {
    name: 'single quotes',
    text: "{ 'mcpServers': {} }",
    codes: ['invalid_json'],
    messages: [
      'FILE: $: Invalid JSON at line 1, column 3: expected a string in double quotes, a number, true, false or null',
      'FILE: $: Invalid JSON at line 1, column 15: expected a key in double quotes',
      'FILE: $: Invalid JSON at line 1, column 18: expected a value',
      'FILE: $: Invalid JSON at line 1, column 20: expected the end of the file',
    ],
  },
  {
    name: 'two syntax errors',
    text: `{
  "mcpServers": {
    "a": { "command": },
    "b": { "args": [1 2] }
  }
}`,
    codes: ['invalid_json'],
    messages: [
      'FILE: $: Invalid JSON at line 3, column 23: expected a value',
      'FILE: $: Invalid JSON at line 4, column 23: expected a comma',
    ],
  },
  {
    name: 'text after the end',
    text: '{ "mcpServers": {} } }',
    codes: ['invalid_json'],
    messages: ['FILE: $: Invalid JSON at line 1, column 22: expected the end of the file'],
  },
  {
    name: 'too many levels',
    text: '['.repeat(101),
    codes: ['invalid_json'],
    messages: ['FILE: $: Invalid JSON at line 1, column 101: nested more than 100 levels deep'],
  },
  {
    name: 'an array at the top',
    text: '[]',
    codes: ['invalid_schema'],
    messages: ['FILE: $: Config must be an object'],
  },
  {
    name: 'null at the top',
    text: 'null',
    codes: ['invalid_schema'],
    messages: ['FILE: $: Config must be an object'],
  },
  {
    name: 'no servers part',
    text: '{ "theme": "dark" }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers: Missing required field: mcpServers'],
  },
  {
    name: 'servers part in other letters',
    text: '{ "mcpservers": {} }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers: Missing required field: mcpServers'],
    warnings: ['FILE: $.mcpservers: Unknown key "mcpservers" is ignored; did you mean "mcpServers"?'],
  },
  {
    name: 'an array of servers',
    text: '{ "mcpServers": [] }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers: mcpServers must be an object'],
  },
  {
    name: "VS Code's part as a string",
    text: '{ "servers": "all" }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.servers: servers must be an object'],
  },
  {
    name: 'an empty key',
    text: '{ "mcpServers": { "": { "command": "x" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers[""]: Server key must not be empty'],
  },
  {
    name: 'a key like an option',
    text: '{ "mcpServers": { "--yes": { "command": "x" } } }',
    codes: ['invalid_schema'],
    messages: [
      'FILE: $.mcpServers["--yes"]: Server key must not start with "-", because commands would read it as an option',
    ],
  },
  {
    name: 'a colon in a key',
    text: '{ "mcpServers": { "a:b": { "command": "x" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers["a:b"]: Server key must have 1 to 64 characters, no colon and no control character'],
  },
  {
    name: 'a control character in a key',
    text: '{ "mcpServers": { "a\\tb": { "command": "x" } } }',
    codes: ['invalid_schema'],
    messages: [
      'FILE: $.mcpServers["a\\tb"]: Server key must have 1 to 64 characters, no colon and no control character',
    ],
  },
  {
    name: 'a key of 65 characters',
    text: `{ "mcpServers": { "${'k'.repeat(65)}": { "command": "x" } } }`,
    codes: ['invalid_schema'],
    messages: [
      `FILE: $.mcpServers.${'k'.repeat(65)}: Server key must have 1 to 64 characters, no colon and no control character`,
    ],
  },
  {
    name: 'the same key twice',
    text: '{ "mcpServers": { "a": { "command": "x" }, "a": { "command": "y" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a: Duplicate key: a'],
  },
  {
    name: 'the same key in both parts',
    text: '{ "mcpServers": { "a": { "command": "x" } }, "servers": { "a": { "command": "y" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.servers.a: Server "a" is in both mcpServers and servers; keep one of them'],
  },
  {
    name: 'the same field twice',
    text: '{ "mcpServers": { "a": { "command": "x", "command": "y" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.command: Duplicate key: command'],
  },
];
