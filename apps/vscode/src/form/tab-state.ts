import { isJsonObject } from '@toolyard/core';
import { parseJson } from '@toolyard/node';
import type { FormSubject } from '../ports/open-form.ts';

/** What the editor keeps of a tab with a form, and gives back after a reload of the window. */
export interface TabState {
  /** What the changes of the form are kept under. */
  readonly id: string;
  readonly subject: FormSubject;
}

const VERSION = 2;
const MAX_LENGTH = 10_000;

/** The text that the page gives to the editor. */
export function toTabState({ id, subject }: TabState): string {
  return JSON.stringify({ version: VERSION, id, subject });
}

/** Reads such a text, which may come from another version, or be anything. */
export function parseTabState(value: unknown): TabState | undefined {
  const kept = typeof value === 'string' && value.length <= MAX_LENGTH ? parseJson(value) : undefined;
  if (!isJsonObject(kept) || kept['version'] !== VERSION || typeof kept['id'] !== 'string') return undefined;
  const subject = parseSubject(kept['subject']);
  return subject && { id: kept['id'], subject };
}

/** Reads what a form is about. */
export function parseSubject(value: unknown): FormSubject | undefined {
  if (!isJsonObject(value) || typeof value['folder'] !== 'string') return undefined;
  const { folder, hook, tool } = value;
  const chosen = isJsonObject(tool) ? { server: tool['server'], tool: tool['tool'] } : {};
  return {
    folder,
    ...(typeof hook === 'string' && { hook }),
    ...(isChosen(chosen) && { tool: chosen }),
  };
}

function isChosen(tool: { server?: unknown; tool?: unknown }): tool is { server: string; tool: string } {
  return typeof tool.server === 'string' && typeof tool.tool === 'string';
}
