import { toLine } from '@toolyard/core';
import { fillTemplate, findTemplateTools, HOOK_TEMPLATES, type FittingTool, type HookTemplate } from '@toolyard/hooks';
import type { Folder } from '../folder/folder.ts';
import type { PickChoice } from '../ports/pick-choice.ts';
import type { OpenForm } from '../ports/open-form.ts';
import type { Subject } from '../rows/row.ts';
import { chooseFolder } from './choose-folder.ts';
import type { CommandParts } from './command-table.ts';
import { openHooksFile } from './open-hooks-file.ts';
import { findServerObstacle, findTrustObstacle, tellObstacle } from './tell-obstacle.ts';

const TITLE = 'New Hook from Template';

/** Asks for a template and, where it calls one, for a tool, and opens the form with the hook; nothing is written before the person saves it. */
export async function startFromTemplate(
  subject: Subject | undefined,
  parts: CommandParts,
  { openForm }: { readonly openForm: OpenForm | undefined },
): Promise<void> {
  const folder = await chooseFolder(parts, subject, TITLE);
  if (folder === undefined) return;
  const untrusted = findTrustObstacle(folder);
  if (untrusted !== undefined) return tellObstacle(parts, untrusted);
  if (openForm === undefined) return openHooksFile(folder, parts.editor);
  const template = await parts.editor.pick(HOOK_TEMPLATES.map(toTemplateChoice), {
    title: TITLE,
    placeholder: 'What should happen?',
  });
  if (template === undefined) return;
  const tool = 'tool' in template ? await chooseTool(template.tool, folder, parts) : undefined;
  const begin = fillTemplate(template, tool?.tool);
  // A person who left has chosen no tool.
  if (begin !== undefined) await openForm({ folder: folder.path, begin });
}

function toTemplateChoice(template: HookTemplate): PickChoice<HookTemplate> {
  return { label: template.title, detail: template.description, value: template };
}

async function chooseTool(
  wanted: Parameters<typeof findTemplateTools>[0],
  folder: Folder,
  parts: CommandParts,
): Promise<FittingTool | undefined> {
  const list = (): readonly FittingTool[] => findTemplateTools(wanted, folder.state().servers);
  if (list().length === 0) await parts.editor.withProgress('Looking for servers', () => folder.lookForServers());
  const found = list();
  if (found.length === 0) {
    tellObstacle(parts, findServerObstacle(folder), folder);
    return undefined;
  }
  return parts.editor.pick(found.map(toToolChoice), { title: TITLE, placeholder: `Choose ${wanted.what}` });
}

function toToolChoice(fitting: FittingTool): PickChoice<FittingTool> {
  const { server, tool, isLikely } = fitting;
  const [about = ''] = tool.description.trim().split('\n', 1);
  return {
    label: toLine(tool.displayName),
    description: `${toLine(server.name)}${isLikely ? ' · suggested' : ''}`,
    ...(about !== '' && { detail: toLine(about) }),
    value: fitting,
  };
}
