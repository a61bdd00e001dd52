import { toMessage } from '@toolyard/core';
import type { Setting, TextComponent } from 'obsidian';
import { labelControl } from './label-control.ts';
import type { SettingsParts } from './settings-parts.ts';

/** Lets a person name the configuration file that is used in place of the vault's servers. */
export function showConfigurationFile(setting: Setting, { servers }: SettingsParts): void {
  const { file = '', problem } = servers.namedFile() ?? {};
  let typed = file;
  const use = async (next: string | undefined): Promise<void> => {
    try {
      await servers.useFile(next);
      setting.setErrorMessage(null);
    } catch (error) {
      setting.setErrorMessage(toMessage(error));
    }
  };
  setting.setErrorMessage(problem ?? null);
  setting.addText((text: TextComponent) => {
    text.setPlaceholder('/home/you/.config/toolyard/toolyard.json').setValue(file);
    text.onChange((value) => (typed = value.trim()));
    labelControl(text.inputEl, 'Configuration file');
  });
  setting.addButton((button) => button.setButtonText('Save').onClick(() => use(typed === '' ? undefined : typed)));
}
