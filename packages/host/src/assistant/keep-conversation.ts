import { join } from 'node:path';
import { checkConversation, type Conversation, type ModelMessage, type TokenUsage } from '@toolyard/assistant';
import { isJsonObject, toMessage, ToolyardError, type JsonObject } from '@toolyard/core';
import {
  formatState,
  hasCode,
  makeRoom,
  parseState,
  readPlainFile,
  writeFileAtomically,
  type StateForm,
} from '@toolyard/node';
import type { Host } from '../ports/host.ts';
import type { YardPlace } from '../yard/locate-yard.ts';

/** The last conversation outside of notes, to go on with. */
export interface KeptConversation {
  readonly id: string;
  readonly messages: readonly ModelMessage[];
  readonly usage: TokenUsage;
}

/** Tools can return much, and images. */
const MAX_BYTES = 100 * 1024 * 1024;

const LOSS = 'The conversation in it cannot be continued.';

const CONVERSATION: StateForm<KeptConversation> = { version: 1, read: parseKept };

function fileOf({ stateFolder }: Pick<YardPlace, 'stateFolder'>): string {
  return join(stateFolder, 'conversation.json');
}

/**
 * Keeps a conversation in the place of the last one, for this user alone; rejects with `state-not-written`. The host gets a notice where
 * that one was set aside, since this version cannot read it.
 */
export async function keepConversation(
  { notify }: Pick<Host, 'notify'>,
  place: Pick<YardPlace, 'stateFolder'>,
  conversation: Pick<Conversation, 'id' | 'messages' | 'usage'>,
): Promise<void> {
  const file = fileOf(place);
  const { id } = conversation;
  const message = await makeRoom(file, CONVERSATION, LOSS);
  if (message !== undefined) notify({ level: 'warning', message });
  const text = formatState(CONVERSATION, { id, messages: conversation.messages(), usage: conversation.usage() });
  try {
    await writeFileAtomically(file, text);
  } catch (error) {
    const message = `The conversation could not be written to ${file}: ${toMessage(error)}. Make the folder writable.`;
    throw new ToolyardError('state-not-written', message, { cause: error });
  }
}

/** The conversation that was kept last; `undefined` where there is none. Rejects with `state-not-read` where it cannot be used. */
export async function readKeptConversation(
  place: Pick<YardPlace, 'stateFolder'>,
): Promise<KeptConversation | undefined> {
  const file = fileOf(place);
  const text = await readText(file);
  if (text === undefined) return undefined;
  const state = parseState(text, CONVERSATION);
  if (state.kind === 'known') return state.value;
  throw toUnread(file, state.kind === 'newer' ? 'a newer Toolyard wrote it' : 'it is broken');
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return (await readPlainFile(file, MAX_BYTES)).toString('utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw toUnread(file, toMessage(error), error);
  }
}

function toUnread(file: string, why: string, cause?: unknown): ToolyardError {
  const message = `The last conversation cannot be read from ${file}: ${why}. Begin another one without --continue.`;
  return new ToolyardError('state-not-read', message, { cause });
}

function parseKept({ id, messages, usage }: JsonObject): KeptConversation | undefined {
  if (typeof id !== 'string' || !Array.isArray(messages) || !isJsonObject(usage)) return undefined;
  if (!messages.every(isMessage)) return undefined;
  // What follows is the next question, so an answer may be the last one.
  const ended: ModelMessage = { role: 'user', content: [{ type: 'text', text: '?' }] };
  return checkConversation([...messages, ended]).length === 0 ? { id, messages, usage } : undefined;
}

function isMessage(value: unknown): value is ModelMessage {
  if (!isJsonObject(value)) return false;
  const parts = value['role'] === 'tool' ? value['answers'] : value['content'];
  return ['user', 'assistant', 'tool'].includes(String(value['role'])) && Array.isArray(parts) && parts.every(isPart);
}

function isPart(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return 'content' in value ? Array.isArray(value['content']) && value['content'].every(isPart) : 'type' in value;
}
