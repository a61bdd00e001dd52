import { userInfo } from 'node:os';
import { findHome, type Host } from '@toolyard/host';
import { env as editorEnv, UIKind } from 'vscode';
import { createEditorHost } from '../servers/create-editor-host.ts';
import { toEditorFolders } from '../servers/to-editor-folders.ts';
import { createFolderSampler } from '../questions/create-folder-sampler.ts';
import { sendChatPrompt } from './chat/send-chat-prompt.ts';
import { readFolderSettings } from './folders/read-folder-settings.ts';
import type { Parts } from './parts.ts';
import { openKeptInputs } from './servers/open-kept-inputs.ts';

/** What yards and hooks of one folder need of the program that they run in, which is the extension host; asks people only where `mayAsk`. */
export function createVscodeHost(
  { context, editor, output, questions }: Pick<Parts, 'context' | 'editor' | 'output' | 'questions'>,
  { folder, mayAsk }: { readonly folder: string; readonly mayAsk: boolean },
): Host {
  const { env, platform } = process;
  const editorFolders = toEditorFolders(context.globalStorageUri.fsPath);
  const host: Host = createEditorHost({
    surroundings: {
      env,
      cwd: folder,
      homeDir: findHome(),
      platform,
      ...(editorFolders !== undefined && { editor: editorFolders }),
      userId: process.getuid?.() ?? userInfo().username,
      // A remote extension host is started by a login shell, and so has its PATH.
      isDesktop: editorEnv.remoteName === undefined && editorEnv.uiKind === UIKind.Desktop,
    },
    version: versionOf(context.extension.packageJSON),
    secrets: openKeptInputs(context),
    editor,
    tell: ({ level, message }) => (level === 'warning' ? output.warn(message) : output.info(message)),
    agents: async () => (await import('@toolyard/host/assistant')).agentModels,
    chat: sendChatPrompt,
    mayAsk,
    questions,
    createSample: (parts) =>
      createFolderSampler(parts, {
        host: () => host,
        named: () => readFolderSettings(folder).configuration,
        load: () => import('@toolyard/host/assistant'),
      }),
  });
  return host;
}

function versionOf(manifest: unknown): string {
  const isKnown = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isKnown && typeof manifest.version === 'string' ? manifest.version : '';
}
