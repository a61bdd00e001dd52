import type { GoodConfiguration } from './good-configuration.ts';

/** Files as they stand in the documentation of other clients, unchanged. */
export const DOCUMENTED_CONFIGURATIONS: readonly GoodConfiguration[] = [
  {
    name: 'Claude Desktop on macOS (modelcontextprotocol.io, Connect to local MCP servers)',
    text: `{
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-filesystem",
        "/Users/username/Desktop",
        "/Users/username/Downloads"
      ]
    }
  }
}
`,
    servers: [
      {
        key: 'filesystem',
        kind: 'command',
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem', '/Users/username/Desktop', '/Users/username/Downloads'],
      },
    ],
  },
  {
    name: 'Claude Desktop on Windows (modelcontextprotocol.io, Connect to local MCP servers)',
    text: `{
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-filesystem",
        "C:\\\\Users\\\\username\\\\Desktop",
        "C:\\\\Users\\\\username\\\\Downloads"
      ]
    }
  }
}
`,
    servers: [
      {
        args: [
          '-y',
          '@modelcontextprotocol/server-filesystem',
          'C:\\Users\\username\\Desktop',
          'C:\\Users\\username\\Downloads',
        ],
      },
    ],
  },
  {
    name: 'Claude Code, .mcp.json with variables (docs.anthropic.com, Connect Claude Code to tools via MCP)',
    text: `{
  "mcpServers": {
    "api-server": {
      "type": "sse",
      "url": "\${API_BASE_URL:-https://api.example.com}/mcp",
      "headers": {
        "Authorization": "Bearer \${API_KEY}"
      }
    }
  }
}
`,
    env: { API_KEY: 'key-1' },
    servers: [
      {
        key: 'api-server',
        kind: 'url',
        transport: 'sse',
        url: 'https://api.example.com/mcp',
        headers: { Authorization: 'Bearer key-1' },
      },
    ],
  },
  {
    name: 'Cursor, a local server (cursor.com/docs/context/mcp)',
    text: `{
  "mcpServers": {
    "local-server": {
      "command": "python",
      "args": ["\${workspaceFolder}/tools/mcp_server.py"],
      "env": {
        "API_KEY": "\${env:API_KEY}"
      }
    }
  }
}
`,
    env: { API_KEY: 'key-1' },
    servers: [{ key: 'local-server', kind: 'command', command: 'python', env: { API_KEY: 'key-1' } }],
  },
  {
    name: 'Cursor, a remote server (cursor.com/docs/context/mcp)',
    text: `{
  "mcpServers": {
    "remote-server": {
      "url": "https://api.example.com/mcp",
      "headers": {
        "Authorization": "Bearer \${env:MY_SERVICE_TOKEN}"
      }
    }
  }
}
`,
    env: { MY_SERVICE_TOKEN: 'token-1' },
    servers: [{ kind: 'url', transport: 'auto', headers: { Authorization: 'Bearer token-1' } }],
  },
  {
    name: 'VS Code, a local server (code.visualstudio.com, MCP configuration reference)',
    text: `{
    "servers": {
        "memory": {
            "command": "npx",
            "args": [
            "-y",
            "@modelcontextprotocol/server-memory"
            ]
        }
    }
}
`,
    servers: [{ key: 'memory', kind: 'command', args: ['-y', '@modelcontextprotocol/server-memory'] }],
  },
  {
    name: 'VS Code, a remote server (code.visualstudio.com, MCP configuration reference)',
    text: `{
    "servers": {
        "context7": {
            "type": "http",
            "url": "https://mcp.context7.com/mcp"
        }
    }
}
`,
    servers: [{ key: 'context7', kind: 'url', transport: 'http', url: 'https://mcp.context7.com/mcp' }],
  },
  {
    name: 'VS Code, a server with inputs (code.visualstudio.com, MCP configuration reference)',
    text: `{
    "inputs": [
        {
            "type": "promptString",
            "id": "perplexity-key",
            "description": "Perplexity API Key",
            "password": true
        }
    ],
    "servers": {
        "perplexity": {
            "type": "stdio",
            "command": "npx",
            "args": [
                "-y",
                "server-perplexity-ask"
            ],
            "env": {
                "PERPLEXITY_API_KEY": "\${input:perplexity-key}"
            }
        }
    }
}
`,
    env: { TOOLYARD_INPUT_PERPLEXITY_KEY: 'key-1' },
    servers: [{ key: 'perplexity', kind: 'command', env: { PERPLEXITY_API_KEY: 'key-1' } }],
  },
  {
    name: 'VS Code, a server in a sandbox (code.visualstudio.com, MCP configuration reference)',
    text: `{
    "servers": {
        "myServer": {
            "type": "stdio",
            "command": "npx",
            "args": ["-y", "@example/mcp-server"],
            "sandboxEnabled": true,
            "sandbox": {
                "filesystem": {
                    "allowWrite": ["\${workspaceFolder}"],
                    "denyRead": ["\${userHome}/.ssh"]
                },
                "network": {
                    "allowedDomains": ["api.example.com", "*.cdn.example.com"]
                }
            }
        }
    }
}
`,
    servers: [{ key: 'myServer', kind: 'command', args: ['-y', '@example/mcp-server'] }],
    warnings: [
      'FILE: $.servers.myServer.sandboxEnabled: sandboxEnabled is not read; the server runs without a sandbox',
      'FILE: $.servers.myServer.sandbox: sandbox is not read; the server runs without one',
    ],
  },
];
