import { HOOK_TEMPLATES, type McpServer } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { createFakeParts } from '../../test/fakes/example-shown-hook.ts';
import type { FolderState } from '../folder/folder.ts';
import type { FormSubject } from '../ports/open-form.ts';
import { startFromTemplate } from './start-from-template.ts';

const POST = {
  name: 'post_message',
  displayName: 'Post Message',
  description: 'Posts a message.\nTo a channel.',
  inputSchema: { type: 'object', properties: { channel: { type: 'string' }, text: { type: 'string' } } },
  serverId: 'chat',
};
const CHAT: McpServer = { id: 'chat', name: 'chat', status: 'available', lastDiscovered: 1, tools: [POST] };

async function start(
  state: Partial<FolderState> | undefined,
  ...answers: readonly (string | undefined)[]
): Promise<{ readonly shown: readonly string[]; readonly opened: readonly FormSubject[] }> {
  const editor = createFakeEditor(...answers);
  const opened: FormSubject[] = [];
  const openForm = async (subject: FormSubject): Promise<void> => void opened.push(subject);
  const folders = state === undefined ? [] : [createFakeFolder(state)];
  const parts = createFakeParts(editor, ...folders);
  await startFromTemplate(undefined, parts, { openForm });
  await parts.settled();
  return { shown: editor.shown, opened };
}

describe('a hook from a template', () => {
  it('asks for the template and for the tool, and opens the form with the hook', async () => {
    const { shown, opened } = await start({ servers: [CHAT] }, 'Announce a spec', 'Post Message');
    expect(shown).toEqual([
      `pick: New Hook from Template: ${HOOK_TEMPLATES.map(({ title }) => title).join(', ')}`,
      'pick: New Hook from Template: Post Message',
    ]);
    expect(opened).toMatchObject([
      {
        folder: '/shop',
        begin: {
          id: 'announce-spec',
          trigger: { event: 'file.saved', paths: ['specs/**/spec.md'] },
          action: {
            type: 'mcp',
            parameters: {
              serverId: 'chat',
              toolName: 'post_message',
              parameterMappings: [
                { toolParam: 'text', source: 'template', value: '{user} saved the spec of {feature}: {path}' },
              ],
            },
          },
        },
      },
    ]);
  });

  it('asks for no tool where the template needs none', async () => {
    const { shown, opened } = await start({}, 'Run the tests on save');
    expect(shown).toHaveLength(1);
    expect(opened).toMatchObject([{ begin: { action: { type: 'custom', parameters: { command: 'npm' } } } }]);
  });

  it.each([[undefined], ['Announce a spec', undefined]])(
    'opens nothing where the person leaves: %j',
    async (...given) => {
      expect((await start({ servers: [CHAT] }, ...given)).opened).toEqual([]);
    },
  );

  it.each<[string, Partial<FolderState> | undefined, readonly string[], readonly string[]]>([
    [
      'no folder',
      undefined,
      ['Open Folder'],
      ['info: Open a folder first: hooks and servers belong to a folder.', 'execute: vscode.openFolder'],
    ],
    [
      'a folder that is not trusted',
      { duty: { kind: 'untrusted' } },
      ['Manage Trust'],
      ['info: shop is not trusted, so none of its hooks and servers run.', 'execute: workbench.trust.manage'],
    ],
    [
      'no server',
      {},
      ['Announce a spec', 'Add Server'],
      ['info: No MCP servers were found for shop.', 'execute: toolyard.servers.add'],
    ],
    [
      'servers that are not approved',
      { servers: [{ ...CHAT, tools: [] }], needsServerApproval: true },
      ['Announce a spec', 'Approve Servers'],
      [
        'info: The servers of shop are not approved, so their tools are not known yet.',
        'execute: toolyard.servers.approve',
      ],
    ],
    [
      'servers that were never started',
      { servers: [{ ...CHAT, tools: [] }] },
      ['Announce a spec', 'Start Server'],
      ['info: No tools are known in shop. Start a server to see its tools.', 'execute: toolyard.servers.start'],
    ],
    [
      'a configuration that is broken',
      { serverWarnings: ['/shop/toolyard.json: it is wrong'] },
      ['Announce a spec', 'Open Servers File'],
      ['info: /shop/toolyard.json: it is wrong', 'execute: toolyard.servers.openFile'],
    ],
  ])('says what to do with %s, with a button that does it', async (_, state, answers, said) => {
    const { shown, opened } = await start(state, ...answers);
    expect(shown.filter((line) => !line.startsWith('pick:'))).toEqual(said);
    expect(opened).toEqual([]);
  });
});
