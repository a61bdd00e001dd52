import type { GoodConfiguration } from './good-configuration.ts';

/** Files that use what Toolyard itself documents. */
export const OWN_CONFIGURATIONS: readonly GoodConfiguration[] = [
  { name: 'no server at all', text: '{ "mcpServers": {} }', servers: [] },
  {
    name: 'a byte order mark, comments, trailing commas and foreign parts',
    text: '\uFEFF{ /* mine */ "mcpServers": { "a": { "command": "x", }, // one\n }, "theme": "dark", "_note": 1, }',
    servers: [{ key: 'a', kind: 'command', command: 'x', args: [], env: {}, enabled: true, start: 'eager' }],
  },
  {
    name: 'every kind of server',
    text: `{
  "$schema": "./toolyard.schema.json",
  "mcpServers": {
    "files":  { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."],
                "env": { "LOG_LEVEL": "info" }, "cwd": "." },
    "search": { "type": "http", "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer \${TOKEN}" } },
    "old":    { "type": "sse",  "url": "https://example.com/sse" },
    "time":   { "docker": { "image": "mcp/time", "containerName": "toolyard-time", "command": ["--local-timezone=UTC"],
                            "env": {}, "ports": {}, "mounts": ["/data:/data:ro"], "memoryMb": 256, "cpus": 0.5, "pids": 64,
                            "network": "none", "pull": "never" } },
    "web":    { "type": "http", "url": "http://127.0.0.1:39001/mcp",
                "docker": { "image": "mcp/web", "ports": { "3001": 39001 } } },
    "tasks":  { "type": "builtin", "name": "tasks" }
  },
  "toolyard": {
    "timeoutMs": 30000, "concurrentLimit": -1, "sessionLimit": -1,
    "hookConcurrentLimit": -1, "hookServerLimit": 1, "hookRunsKept": 10, "hookRunsKeptDays": -1, "retryDelaysMs": [], "healthCheckMs": 30000,
    "listWaitMs": 5000, "startTimeoutMs": 1000, "naming": "safe", "bindings": [{ "heading": "## A", "server": "files" }]
  }
}
`,
    env: { TOKEN: 'token-1' },
    servers: [
      { key: 'files', kind: 'command', env: { LOG_LEVEL: 'info' } },
      { key: 'search', kind: 'url', transport: 'http', headers: { Authorization: 'Bearer token-1' } },
      { key: 'old', kind: 'url', transport: 'sse', headers: {} },
      {
        key: 'time',
        kind: 'docker',
        docker: { image: 'mcp/time', mounts: ['/data:/data:ro'], cpus: 0.5, pull: 'never' },
      },
      { key: 'web', kind: 'docker', docker: { ports: { '3001': 39001 } }, endpoint: { transport: 'http' } },
      { key: 'tasks', kind: 'builtin', name: 'tasks' },
    ],
  },
  {
    name: 'every option of a server',
    text: `{ "mcpServers": { "a": { "type": "streamableHttp", "url": "HTTPS://example.com", "enabled": false, "disabled": true,
  "timeoutMs": 300000, "naming": "dot", "tools": { "include": ["read_*"], "exclude": ["*_all"], "rename": { "a": "b" } },
  "trust": true, "start": "lazy", "idleStopMs": 1, "sharing": "per-session", "era": "2026-07-28" } } }`,
    servers: [
      {
        enabled: false,
        timeoutMs: 300_000,
        naming: 'dot',
        tools: { include: ['read_*'], exclude: ['*_all'], rename: { a: 'b' } },
        trust: true,
        start: 'lazy',
        idleStopMs: 1,
        sharing: 'per-session',
        era: '2026-07-28',
      },
    ],
  },
  {
    name: 'both parts with different keys',
    text: '{ "servers": { "b": { "command": "y" } }, "mcpServers": { "a": { "command": "x" } } }',
    servers: [{ key: 'b' }, { key: 'a' }],
  },
  {
    name: 'a disabled server whose variables are missing',
    text: '{ "mcpServers": { "a": { "url": "${NOWHERE}/mcp", "disabled": true }, "b": { "command": "x" } } }',
    servers: [
      { key: 'a', enabled: false, url: '${NOWHERE}/mcp' },
      { key: 'b', enabled: true },
    ],
  },
  {
    name: 'dollar signs that are no variables',
    text: '{ "mcpServers": { "a": { "command": "x", "args": ["$$HOME", "cost$", "$Path", "$1", "${", "${}"] } } }',
    servers: [{ args: ['$HOME', 'cost$', '$Path', '$1', '${', '${}'] }],
  },
  {
    name: 'unusual keys',
    text: `{ "mcpServers": { "my server": { "command": "x" }, "__proto__": { "command": "y" }, "\u{1F6E0}": { "command": "z" } } }`,
    servers: [
      { key: 'my server', command: 'x' },
      { key: '__proto__', command: 'y' },
      { key: '\u{1F6E0}', command: 'z' },
    ],
  },
  {
    name: 'a list of tools, and fields of other clients',
    text: `{ "mcpServers": { "a": { "type": "local", "command": "x", "tools": ["*"], "alwaysAllow": ["a"], "name": "My server",
  "timeout": 60, "tols": {}, "colour": "red" } }, "toolyard": { "sesionLimit": 3 } }`,
    servers: [{ kind: 'command', tools: { include: ['*'], exclude: [], rename: {} } }],
    warnings: [
      'FILE: $.mcpServers.a.timeout: timeout is not read; use "timeoutMs"',
      'FILE: $.mcpServers.a.tols: Unknown key "tols" is ignored; did you mean "tools"?',
      'FILE: $.mcpServers.a.colour: Unknown key "colour" is ignored',
      'FILE: $.toolyard.sesionLimit: Unknown key "sesionLimit" is ignored; did you mean "sessionLimit"?',
    ],
  },
  {
    name: 'a variable of an editor',
    text: '{ "mcpServers": { "a": { "command": "x", "args": ["${command:pick}"] } } }',
    servers: [{ args: ['${command:pick}'] }],
    warnings: [
      'FILE: $.mcpServers.a.args[0]: ${command:pick} is not a variable that Toolyard knows; it is kept as written',
    ],
  },
];
