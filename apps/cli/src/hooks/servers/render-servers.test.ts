import type { McpServer } from '@toolyard/hooks';
import { expect, it } from 'vitest';
import { renderServer, renderServers } from './render-servers.ts';

const SCREEN = {
  paint: (_tone: unknown, text: string) => text,
  line: () => undefined,
  isTerminal: false,
};
const SEEN = Date.UTC(2026, 10, 15, 10, 1, 2);

const CHAT: McpServer = {
  id: 'chat',
  name: 'chat',
  description: 'Talks.\nA lot.',
  status: 'available',
  source: 'toolyard',
  files: ['/w/toolyard.json'],
  lastDiscovered: SEEN,
  tools: [
    {
      name: 'post',
      displayName: 'Post',
      description: 'Posts\u001B[31m a text.\nMore.',
      inputSchema: {
        type: 'object',
        properties: { text: { type: 'string', description: 'What to say' }, to: {} },
        required: ['text'],
      },
      serverId: 'chat',
      status: 'available',
      lastSeen: SEEN,
    },
  ],
};
const WEB: McpServer = {
  id: 'vscode/\u001B[2Jweb',
  name: 'web',
  status: 'unknown',
  reason: 'not approved',
  source: 'vscode',
  tools: [],
  lastDiscovered: SEEN,
};

it('shows whose a server is, its tools and its state', () => {
  expect(renderServers([CHAT, { ...WEB, id: 'web' }], SCREEN)).toEqual([
    'SERVER  FROM      TOOLS  SEEN                      STATUS',
    'chat    Toolyard  1      2026-11-15 10:01:02.000Z  available',
    'web     VS Code   0      never                     unknown: not approved',
  ]);
});

it('shows one server with its tools and their parameters', () => {
  expect(renderServer(CHAT, SCREEN)).toEqual([
    'chat  available',
    '  Talks.',
    '  from /w/toolyard.json (Toolyard)',
    expect.stringMatching(/^ {2}post {2}available {2}Posts.* a text\.$/),
    '    text (string, required): What to say',
    '    to (any)',
  ]);
});

it('lets nothing that a file or a server says steer the terminal', () => {
  const lines = [...renderServers([WEB], SCREEN), ...renderServer(CHAT, SCREEN), ...renderServer(WEB, SCREEN)];
  expect(lines.join('\n')).not.toContain('\u001B');
});
