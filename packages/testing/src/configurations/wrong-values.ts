import type { BadConfiguration } from './bad-configuration.ts';

/** Options and settings out of range, and variables without a value. */
export const WRONG_VALUES: readonly BadConfiguration[] = [
  {
    name: 'wrong options of a server',
    text: `{ "mcpServers": { "a": { "command": "x",
  "timeoutMs": 999, "naming": "slash", "trust": 1, "start": "later",
  "idleStopMs": 0, "sharing": "private", "era": "2025-11-25" } } }`,
    codes: ['invalid_schema'],
    messages: [
      'FILE: $.mcpServers.a.timeoutMs: timeoutMs must be a whole number from 1000 to 300000',
      'FILE: $.mcpServers.a.naming: naming must be "safe", "colon", "dot" or "none"',
      'FILE: $.mcpServers.a.trust: trust must be true or false',
      'FILE: $.mcpServers.a.start: start must be "eager" or "lazy"',
      'FILE: $.mcpServers.a.idleStopMs: idleStopMs must be a whole number from 1 to 86400000',
      'FILE: $.mcpServers.a.sharing: sharing must be "shared" or "per-session"',
      'FILE: $.mcpServers.a.era: era must be "auto", "legacy" or "2026-07-28"',
    ],
  },
  {
    name: 'wrong selections of tools',
    text: '{ "mcpServers": { "a": { "command": "x", "tools": { "include": "read_*", "exclude": [1], "rename": { "a": "" } } } } }',
    codes: ['invalid_schema'],
    messages: [
      'FILE: $.mcpServers.a.tools.include: tools.include must be an array, not a string',
      'FILE: $.mcpServers.a.tools.exclude[0]: tools.exclude[0] must be a string, not a number',
      'FILE: $.mcpServers.a.tools.rename.a: tools.rename.a must not be empty',
    ],
  },
  {
    name: 'settings that are an array',
    text: '{ "mcpServers": {}, "toolyard": [] }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.toolyard: toolyard must be an object'],
  },
  {
    name: 'settings out of range',
    text: `{ "mcpServers": {}, "toolyard": { "timeoutMs": 300001, "concurrentLimit": 0, "sessionLimit": -2,
  "hookConcurrentLimit": 0, "hookServerLimit": "5", "hookRunsKept": 9, "hookRunsKeptDays": 0,
  "retryDelaysMs": [1000, -1], "healthCheckMs": 1.5, "listWaitMs": "5s", "startTimeoutMs": 0, "naming": "Safe" } }`,
    codes: ['invalid_schema'],
    messages: [
      'FILE: $.toolyard.timeoutMs: timeoutMs must be a whole number from 1000 to 300000',
      'FILE: $.toolyard.concurrentLimit: concurrentLimit must be a whole number of at least 1, or -1 for unlimited',
      'FILE: $.toolyard.sessionLimit: sessionLimit must be a whole number of at least 1, or -1 for unlimited',
      'FILE: $.toolyard.hookConcurrentLimit: hookConcurrentLimit must be a whole number of at least 1, or -1 for unlimited',
      'FILE: $.toolyard.hookServerLimit: hookServerLimit must be a whole number of at least 1, or -1 for unlimited',
      'FILE: $.toolyard.hookRunsKept: hookRunsKept must be a whole number of at least 10, or -1 for unlimited',
      'FILE: $.toolyard.hookRunsKeptDays: hookRunsKeptDays must be a whole number of at least 1, or -1 for unlimited',
      'FILE: $.toolyard.retryDelaysMs[1]: retryDelaysMs[1] must be a whole number from 0 to 3600000',
      'FILE: $.toolyard.healthCheckMs: healthCheckMs must be a whole number from 100 to 3600000',
      'FILE: $.toolyard.listWaitMs: listWaitMs must be a whole number from 0 to 60000',
      'FILE: $.toolyard.startTimeoutMs: startTimeoutMs must be a whole number from 1000 to 600000',
      'FILE: $.toolyard.naming: naming must be "safe", "colon", "dot" or "none"',
    ],
  },
  {
    name: 'wrong inputs',
    text: '{ "servers": {}, "inputs": [{ "type": "promptString" }, "key"] }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.inputs[0].id: Missing required field: id', 'FILE: $.inputs[1]: inputs[1] must be an object'],
  },
  {
    name: 'inputs that are an object',
    text: '{ "servers": {}, "inputs": {} }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.inputs: inputs must be an array'],
  },
  {
    name: 'a missing variable',
    text: '{ "mcpServers": { "postgres": { "command": "node", "env": { "DATABASE_URL": "${DATABASE_URL}" } } } }',
    codes: ['missing_env_var'],
    messages: ['FILE: $.mcpServers.postgres.env.DATABASE_URL: Missing environment variable: DATABASE_URL'],
  },
  {
    name: 'missing variables in three places',
    text: `{ "mcpServers": {
  "a": { "command": "$TOOL_HOME/run", "args": ["--key=\${env:API_KEY}", "\${PRESENT}"] },
  "b": { "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer \${TOKEN}" } } } }`,
    env: { PRESENT: 'here' },
    codes: ['missing_env_var'],
    messages: [
      'FILE: $.mcpServers.a.command: Missing environment variable: TOOL_HOME',
      'FILE: $.mcpServers.a.args[0]: Missing environment variable: API_KEY',
      'FILE: $.mcpServers.b.headers.Authorization: Missing environment variable: TOKEN',
    ],
  },
  {
    name: 'an input that nobody answers',
    text: `{ "inputs": [{ "type": "promptString", "id": "api-key" }],
  "servers": { "a": { "command": "x", "env": { "KEY": "\${input:api-key}" } } } }`,
    codes: ['missing_env_var'],
    messages: [
      'FILE: $.servers.a.env.KEY: Missing input: api-key; set TOOLYARD_INPUT_API_KEY, or start Toolyard on a terminal to be asked',
    ],
  },
  {
    name: 'a variable that makes a field wrong',
    text: '{ "mcpServers": { "a": { "url": "${ADDRESS}" } } }',
    env: { ADDRESS: 'secret.example.com' },
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.url: url must be a URL that starts with http:// or https://'],
  },
  {
    name: 'wrong things of every kind',
    text: `{ "mcpServers": {
  "a": { "command": "$NOWHERE", "args": {} },
  "b:c": { "url": "" } },
  "toolyard": { "naming": null } }`,
    codes: ['missing_env_var', 'invalid_schema'],
    messages: [
      'FILE: $.mcpServers.a.command: Missing environment variable: NOWHERE',
      'FILE: $.mcpServers.a.args: args must be an array, not an object',
      'FILE: $.mcpServers["b:c"]: Server key must have 1 to 64 characters, no colon and no control character',
      'FILE: $.mcpServers["b:c"].url: url must not be empty',
      'FILE: $.toolyard.naming: naming must be "safe", "colon", "dot" or "none"',
    ],
  },
];
