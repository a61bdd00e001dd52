import { MESSAGE_NAMES, type MessageNames } from '@toolyard/host/assistant';
import type { DropdownComponent, Setting, SettingDefinitionItem, SettingGroupItem } from 'obsidian';
import type { AssistantSettings, PreviewRule } from '../../settings/plugin-data.ts';
import { checkAssistant } from '../../settings/read-assistant-settings.ts';
import { labelControl } from '../settings/label-control.ts';
import { attempt, type SettingsParts } from '../settings/settings-parts.ts';
import { createCallApprovalRows } from './call-approval-rows.ts';
import { changeAssistant } from './change-assistant.ts';
import { createModelRows } from './model-rows.ts';
import { createProviderRows } from './provider-rows.ts';

/** Defines a part of the settings that is a list of its own. */
type DefineList = (
  about: { name: string; desc: string },
  create: (listEl: HTMLElement) => () => void,
) => SettingGroupItem;

const ROLES: readonly (keyof MessageNames)[] = ['system', 'user', 'assistant'];

const PREVIEWS: Readonly<Record<PreviewRule, string>> = {
  always: 'Always',
  first: 'First time in a note',
  never: 'Never',
};

/** The settings of the assistant: which models there are, how they are reached from this device, and what they may do. */
export function defineAssistant(parts: SettingsParts, defineList: DefineList): SettingDefinitionItem[] {
  return [
    {
      type: 'group',
      heading: 'Assistant',
      items: [
        defineList(
          { name: 'Models', desc: 'Those that you choose from. A note can name another one in its properties.' },
          (listEl) => createModelRows(listEl, parts),
        ),
        {
          name: 'Show what is sent before asking',
          desc: 'The question with its conversation, what it embeds, the tools, and about how many tokens that is.',
          render: (setting) => showPreview(setting, parts),
        },
        ...ROLES.map((role): SettingGroupItem => ({
          name: `Name of ${role} messages`,
          desc: 'The word between # and the colon at the start of one.',
          render: (setting) => showName(setting, role, parts),
        })),
        {
          name: 'Token limit',
          desc: 'The most tokens of one question with all that its answer needs. -1 is unlimited.',
          render: (setting) => showTokenLimit(setting, parts),
        },
      ],
    },
    {
      type: 'group',
      heading: 'Access to models',
      items: [
        defineList(
          {
            name: 'Providers',
            desc: "Keys are kept in Obsidian's secret storage, and addresses on this device. Neither is in the vault.",
          },
          (listEl) => createProviderRows(listEl, parts),
        ),
      ],
    },
    {
      type: 'group',
      heading: 'Calls that models may make',
      items: [
        defineList(
          {
            name: 'Approved calls',
            desc: 'What you approved for good on this device. It ends when the definition of the server changes.',
          },
          (listEl) => {
            const show = createCallApprovalRows(listEl, parts);
            return () => void attempt(show);
          },
        ),
      ],
    },
  ];
}

function showPreview(setting: Setting, parts: SettingsParts): void {
  setting.addDropdown((dropdown: DropdownComponent) => {
    dropdown.addOptions({ ...PREVIEWS }).setValue(parts.settings.data.assistant.preview);
    labelControl(dropdown.selectEl, 'Show what is sent before asking');
    dropdown.onChange((value) => {
      const rule = Object.keys(PREVIEWS).find((each): each is PreviewRule => each === value);
      if (rule !== undefined) void attempt(() => changeAssistant(parts, { preview: rule }));
    });
  });
}

function showName(setting: Setting, role: keyof MessageNames, parts: SettingsParts): void {
  const { settings } = parts;
  setting.addText((text) => {
    text.setValue(settings.data.assistant.names[role]).setPlaceholder(MESSAGE_NAMES[role]);
    labelControl(text.inputEl, `Name of ${role} messages`);
    text.onChange(
      (value) =>
        void saveChecked(setting, parts, { names: { ...settings.data.assistant.names, [role]: value.trim() } }),
    );
  });
}

function showTokenLimit(setting: Setting, parts: SettingsParts): void {
  setting.addText((text) => {
    text.setValue(String(parts.settings.data.assistant.tokenLimit));
    text.inputEl.inputMode = 'numeric';
    labelControl(text.inputEl, 'Token limit');
    text.onChange(
      (value) => void saveChecked(setting, parts, { tokenLimit: value.trim() === '' ? -1 : Number(value) }),
    );
  });
}

/** Saves what can be used, and says of the rest what is wrong with it. */
async function saveChecked(setting: Setting, parts: SettingsParts, change: Partial<AssistantSettings>): Promise<void> {
  const [problem] = checkAssistant({ ...parts.settings.data.assistant, ...change });
  setting.setErrorMessage(problem ?? null);
  if (problem === undefined) await attempt(() => changeAssistant(parts, change));
}
