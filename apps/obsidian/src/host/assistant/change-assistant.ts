import type { AssistantSettings } from '../../settings/plugin-data.ts';
import type { SettingsParts } from '../settings/settings-parts.ts';

/** Changes choices for the assistant; what is left out stays. */
export function changeAssistant({ settings }: SettingsParts, change: Partial<AssistantSettings>): Promise<void> {
  return settings.change(({ assistant }) => ({ assistant: { ...assistant, ...change } }));
}

/** Changes which models there are, and which of them is asked: none where the change gives none. */
export function changeModels(
  { settings }: SettingsParts,
  edit: (chosen: Pick<AssistantSettings, 'models' | 'model'>) => Pick<AssistantSettings, 'models' | 'model'>,
): Promise<void> {
  return settings.change(({ assistant }) => {
    const { models, model, ...others } = assistant;
    return { assistant: { ...others, ...edit({ models, ...(model !== undefined && { model }) }) } };
  });
}
