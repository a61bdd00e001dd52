import type { JsonObject } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { findDoubts } from '../file/find-doubts.ts';
import { parseHooksFile } from '../file/parse-hooks-file.ts';
import { putHook } from '../file/put-hook.ts';
import type { McpServer } from '../hook/is-valid-mcp-server.ts';
import { toDisplayName } from '../hook/to-display-name.ts';
import { checkMappings } from '../map/check-mappings.ts';
import { fillTemplate } from './fill-template.ts';
import { findTemplateTools } from './fit-template-tool.ts';
import type { HookTemplate } from './hook-template.ts';
import { HOOK_TEMPLATES } from './hook-templates.ts';

const TEXT = { type: 'string' };

/** Tools as popular servers have them. */
const TOOLS: Readonly<Record<string, JsonObject>> = {
  read_file: toSchema({ path: TEXT }, ['path']),
  list_channels: toSchema({ limit: { type: 'integer' } }, []),
  slack_post_message: toSchema({ channel_id: TEXT, text: TEXT }, ['channel_id', 'text']),
  create_task: toSchema({ title: TEXT, description: TEXT, priority: { enum: ['high', 'low'] } }, ['title']),
  add_issue_comment: toSchema({ owner: TEXT, repo: TEXT, issue_number: { type: 'number' }, body: TEXT }, [
    'owner',
    'repo',
    'issue_number',
    'body',
  ]),
};

const SERVER: McpServer = {
  id: 'work',
  name: 'work',
  status: 'available',
  lastDiscovered: 1,
  tools: Object.entries(TOOLS).map(([name, inputSchema]) => ({
    name,
    displayName: toDisplayName({ name }),
    description: '',
    inputSchema,
    serverId: 'work',
  })),
};

/** The tool that each template finds first, and the parameters that are left to the person. */
const BEST: Readonly<Record<string, { readonly tool: string; readonly open: readonly string[] }>> = {
  'announce-spec': { tool: 'slack_post_message', open: ['channel_id'] },
  'review-spec': { tool: 'create_task', open: [] },
  'task-from-todo': { tool: 'create_task', open: [] },
  'task-failed': { tool: 'slack_post_message', open: ['channel_id'] },
  'comment-on-failure': { tool: 'add_issue_comment', open: ['owner', 'repo', 'issue_number'] },
};

function toSchema(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required };
}

function fillBest(template: HookTemplate): ReturnType<typeof fillTemplate> {
  const best = 'tool' in template ? findTemplateTools(template.tool, [SERVER])[0]?.tool : undefined;
  return fillTemplate(template, best);
}

describe.each(HOOK_TEMPLATES.map((template) => ({ id: template.id, template })))('the template $id', ({ template }) => {
  it('gives a hook that a file can have, with nothing that is hardly meant', () => {
    const hook = fillBest(template);
    if (hook === undefined) throw new Error('The template gives no hook.');
    expect(hook).toMatchObject({ id: template.id, name: template.title, enabled: true });
    const edit = putHook('', 'json', hook);
    expect(edit).toMatchObject({ ok: true });
    expect(parseHooksFile(edit.ok ? edit.text : '', { format: 'json' })).toMatchObject({ problems: [], hooks: [hook] });
    expect(findDoubts(hook)).toEqual([]);
  });

  it('gives the tool that fits best what it wants, and leaves to the person what only they know', async () => {
    const hook = fillBest(template);
    const action = hook?.action;
    if (action?.type !== 'mcp') {
      expect(BEST[template.id]).toBeUndefined();
      return;
    }
    const { toolName } = action.parameters;
    const problems = await checkMappings(action, TOOLS[toolName], async () => ({ problems: [] }));
    const open = problems.map(({ message }) => /"([^"]+)"/.exec(message)?.[1]);
    expect({ tool: toolName, open }).toEqual(BEST[template.id]);
  });
});

describe('templates', () => {
  it('have ids and titles of their own, and say what they do', () => {
    const ids = new Set(HOOK_TEMPLATES.flatMap(({ id, title }) => [id, title]));
    expect(ids.size).toBe(HOOK_TEMPLATES.length * 2);
    for (const { description } of HOOK_TEMPLATES) expect(description).toMatch(/^When .+\.$/);
  });

  it('give the text to the only text that a tool needs, whatever its name is', () => {
    const [announce] = HOOK_TEMPLATES;
    const tool = { serverId: 's', name: 'shout', inputSchema: toSchema({ loud: TEXT, extra: TEXT }, ['loud']) };
    expect(announce && fillTemplate(announce, tool)?.action.parameters).toMatchObject({
      parameterMappings: [{ toolParam: 'loud', source: 'template', value: expect.stringContaining('{feature}') }],
    });
  });

  it('give no hook without the tool that they want', () => {
    const [announce] = HOOK_TEMPLATES;
    expect(announce && fillTemplate(announce)).toBeUndefined();
  });

  it('list every tool, and say which are likely', () => {
    const [announce] = HOOK_TEMPLATES;
    if (announce === undefined || !('tool' in announce)) throw new Error('The first template wants no tool.');
    const found = findTemplateTools(announce.tool, [SERVER]);
    expect(found).toHaveLength(Object.keys(TOOLS).length);
    expect(found.filter(({ isLikely }) => isLikely).map(({ tool }) => tool.name)).toEqual(['slack_post_message']);
  });
});
