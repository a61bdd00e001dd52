import { openToolApprovals, type ToolApprovals } from '@toolyard/host/assistant';
import type { PluginParts } from '../yard/plugin-parts.ts';
import { usedFileOf } from '../yard/vault-configuration.ts';
import { createNoteAnswers, type NoteAnswersOptions } from './create-note-answers.ts';
import { createPluginModels } from './create-plugin-models.ts';
import type { PluginAssistant } from './plugin-assistant.ts';

/** Joins what the assistant of the plugin is made of; nothing is asked or opened by that. */
export function createPluginAssistant(
  parts: PluginParts,
  options: Omit<NoteAnswersOptions, 'models'>,
): PluginAssistant {
  const { host, device } = parts;
  const models = createPluginModels(parts);
  const answers = createNoteAnswers(parts, { ...options, models });

  function openApprovals(): ToolApprovals {
    const config = usedFileOf(device);
    return openToolApprovals(host, { file: config }, { config });
  }

  return {
    answers,
    models,
    approvals: {
      list: () => openApprovals().list(),
      revoke: async (name) => void (await openApprovals().revoke(name)),
    },
    close: () => answers.close(),
  };
}
