import type { BadConfiguration } from './bad-configuration.ts';

/** Servers that are not one of the kinds, or have fields of a wrong type. */
export const WRONG_SERVERS: readonly BadConfiguration[] = [
  {
    name: 'a server that is a string',
    text: '{ "mcpServers": { "a": "npx server" } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a: Server config must be an object'],
  },
  {
    name: 'a server that is null',
    text: '{ "mcpServers": { "a": null } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a: Server config must be an object'],
  },
  {
    name: 'a server without command',
    text: '{ "mcpServers": { "files": { "args": [] } } }',
    codes: ['invalid_schema'],
    messages: [
      'FILE: $.mcpServers.files.command: Missing or invalid command: a server needs "command", "url", "docker" or "type": "builtin"',
    ],
  },
  {
    name: 'a misspelt command',
    text: '{ "mcpServers": { "files": { "comand": "npx" } } }',
    codes: ['invalid_schema'],
    messages: [
      'FILE: $.mcpServers.files.command: Missing or invalid command: a server needs "command", "url", "docker" or "type": "builtin"',
    ],
    warnings: ['FILE: $.mcpServers.files.comand: Unknown key "comand" is ignored; did you mean "command"?'],
  },
  {
    name: 'a command that is an array',
    text: '{ "mcpServers": { "files": { "command": ["npx", "server"] } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.files.command: command must be a string, not an array'],
  },
  {
    name: 'an empty command',
    text: '{ "mcpServers": { "my server": { "command": "" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers["my server"].command: command must not be empty'],
  },
  {
    name: 'args that are a string',
    text: '{ "mcpServers": { "files": { "command": "npx", "args": "-y server" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.files.args: args must be an array, not a string'],
  },
  {
    name: 'an argument that is a number',
    text: '{ "mcpServers": { "files": { "command": "npx", "args": ["--port", 3000] } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.files.args[1]: args[1] must be a string, not a number'],
  },
  {
    name: 'env that is an array',
    text: '{ "mcpServers": { "files": { "command": "npx", "env": ["A=1"] } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.files.env: env must be an object, not an array'],
  },
  {
    name: 'a value in env that is a number',
    text: '{ "mcpServers": { "files": { "command": "npx", "env": { "PORT": 3000 } } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.files.env.PORT: env.PORT must be a string, not a number'],
  },
  {
    name: 'a name in env with an equals sign',
    text: '{ "mcpServers": { "files": { "command": "npx", "env": { "A=B": "1" } } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.files.env["A=B"]: env has the key "A=B", which is not a name without "="'],
  },
  {
    name: 'cwd that is a boolean',
    text: '{ "mcpServers": { "files": { "command": "npx", "cwd": true } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.files.cwd: cwd must be a string, not a boolean'],
  },
  {
    name: 'command and url',
    text: '{ "mcpServers": { "a": { "command": "npx", "url": "https://example.com/mcp" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.url: "command" and "url" cannot be combined; keep one of them'],
  },
  {
    name: 'command and docker',
    text: '{ "mcpServers": { "a": { "command": "npx", "docker": { "image": "mcp/time" } } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.docker: "command" and "docker" cannot be combined; keep one of them'],
  },
  {
    name: 'a type that does not exist',
    text: '{ "mcpServers": { "a": { "type": "websocket", "url": "https://example.com/mcp" } } }',
    codes: ['invalid_schema'],
    messages: [
      'FILE: $.mcpServers.a.type: type must be "stdio", "local", "http", "streamable-http", "streamableHttp", "sse" or "builtin"',
    ],
  },
  {
    name: 'type stdio with a URL',
    text: '{ "mcpServers": { "a": { "type": "stdio", "url": "https://example.com/mcp" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.url: "url" cannot be used with type "stdio"; remove one of them'],
  },
  {
    name: 'type http without a URL',
    text: '{ "mcpServers": { "a": { "type": "http", "headers": {} } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.url: Missing or invalid url: a server of type "http" needs "url"'],
  },
  {
    name: 'a URL of another scheme',
    text: '{ "mcpServers": { "a": { "url": "ws://example.com/mcp" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.url: url must be a URL that starts with http:// or https://'],
  },
  {
    name: 'a header that is a number',
    text: '{ "mcpServers": { "a": { "url": "https://example.com/mcp", "headers": { "X-Count": 1 } } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.headers.X-Count: headers.X-Count must be a string, not a number'],
  },
  {
    name: 'docker without an image',
    text: '{ "mcpServers": { "a": { "docker": {} } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.docker.image: Missing required field: image'],
  },
  {
    name: 'docker that is a string',
    text: '{ "mcpServers": { "a": { "docker": "mcp/time" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.docker: docker must be an object, not a string'],
  },
  {
    name: 'a port out of range',
    text: '{ "mcpServers": { "a": { "docker": { "image": "mcp/web", "ports": { "3001": 70000, "web": 80 } } } } }',
    codes: ['invalid_schema'],
    messages: [
      'FILE: $.mcpServers.a.docker.ports["3001"]: docker.ports["3001"] must be a whole number from 1 to 65535',
      'FILE: $.mcpServers.a.docker.ports.web: docker.ports has the key "web", which is not a container port such as "3001"',
    ],
  },
  {
    name: 'limits of a container out of range',
    text: `{ "mcpServers": { "a": { "docker": { "image": "mcp/web", "memoryMb": 5, "cpus": 0, "pids": 1.5, "network": "",
  "pull": "often" } }, "b": { "docker": { "image": "mcp/web", "cpus": "2" } } } }`,
    codes: ['invalid_schema'],
    messages: [
      'FILE: $.mcpServers.a.docker.memoryMb: docker.memoryMb must be a whole number of at least 6',
      'FILE: $.mcpServers.a.docker.cpus: docker.cpus must be a number of at least 0.01',
      'FILE: $.mcpServers.a.docker.pids: docker.pids must be a whole number of at least 1',
      'FILE: $.mcpServers.a.docker.network: docker.network must not be empty',
      'FILE: $.mcpServers.a.docker.pull: docker.pull must be "missing", "always" or "never"',
      'FILE: $.mcpServers.b.docker.cpus: docker.cpus must be a number of at least 0.01',
    ],
  },
  {
    name: 'a builtin server without a name',
    text: '{ "mcpServers": { "a": { "type": "builtin" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.name: Missing or invalid name: a server of type "builtin" needs "name"'],
  },
  {
    name: 'a builtin server that does not exist',
    text: '{ "mcpServers": { "a": { "type": "builtin", "name": "notes" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.name: name must be "tasks"'],
  },
  {
    name: 'enabled that is a string',
    text: '{ "mcpServers": { "a": { "command": "x", "enabled": "no" } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.enabled: enabled must be true or false'],
  },
  {
    name: 'enabled and disabled',
    text: '{ "mcpServers": { "a": { "command": "x", "enabled": true, "disabled": true } } }',
    codes: ['invalid_schema'],
    messages: ['FILE: $.mcpServers.a.disabled: "enabled" and "disabled" contradict each other; keep one of them'],
  },
];
