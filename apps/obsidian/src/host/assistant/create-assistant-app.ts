import { joinSignals } from '@toolyard/core';
import type { App } from 'obsidian';
import type { AssistantApp } from '../../ports/assistant-app.ts';
import { createQuestionQueue } from '@toolyard/host';
import { openCallsModal } from './calls-modal.ts';
import { openRequestModal } from './request-modal.ts';

/** The app as the assistant sees it; `closing` is aborted when the plugin is unloaded. */
export function createAssistantApp(app: App, closing: AbortSignal): AssistantApp {
  const { metadataCache, vault } = app;
  // Several notes may be answered in at the same time.
  const enqueue = createQuestionQueue();

  async function ask<Answer>(signal: AbortSignal, open: (joined: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const joined = joinSignals(closing, signal);
    return enqueue(joined.signal, () => open(joined.signal)).finally(() => joined.release());
  }

  return {
    async readLinked(path, from) {
      const file = metadataCache.getFirstLinkpathDest(path, from);
      if (file === null) return undefined;
      return file.extension === 'md' ? vault.cachedRead(file) : null;
    },
    confirmQuestion: (request, signal) => ask(signal, (joined) => openRequestModal(app, request, joined)),
    decideCalls: (asked, signal) => ask(signal, (joined) => openCallsModal(app, asked, joined)),
    copyText: (text) => navigator.clipboard.writeText(text),
  };
}
