import { ToolyardError } from '@toolyard/core';
import type { ChatPrompt } from '@toolyard/hooks';
import { commands } from 'vscode';

const OPEN_CHAT = 'workbench.action.chat.open';

/** Sends a prompt to the editor's chat, which opens; resolves when it is sent, not when it is answered. Rejects where the editor has no chat. */
export async function sendChatPrompt({ prompt, mode }: ChatPrompt): Promise<void> {
  if (!(await commands.getCommands(true)).includes(OPEN_CHAT)) {
    throw new ToolyardError('model-unavailable', 'This editor has no chat. Install an extension that brings one.');
  }
  await commands.executeCommand(OPEN_CHAT, { query: prompt, ...(mode === undefined ? {} : { mode }) });
}
