import { Setting, type DropdownComponent } from 'obsidian';
import type { ProviderView } from '../../assistant/plugin-assistant.ts';
import { checkModelId } from '../../settings/read-assistant-settings.ts';
import { labelControl } from '../settings/label-control.ts';
import { attempt, type SettingsParts } from '../settings/settings-parts.ts';
import { changeModels } from './change-assistant.ts';

/** Shows the models with the one that is asked, a test of each, and what adds one; called again, it shows what changed. */
export function createModelRows(listEl: HTMLElement, parts: SettingsParts): () => void {
  let shown = '';
  return () => {
    const { models, model } = parts.settings.data.assistant;
    const state = JSON.stringify([models, model]);
    if (state === shown) return;
    shown = state;
    listEl.empty();
    showDefault(listEl, parts);
    for (const id of listModels(parts)) showModel(listEl, id, parts);
    showAdding(listEl, parts);
  };
}

/** The default is listed also where a file from elsewhere names it alone. */
function listModels({ settings }: SettingsParts): readonly string[] {
  const { models, model } = settings.data.assistant;
  return [...new Set([...models, ...(model === undefined ? [] : [model])])];
}

function showDefault(listEl: HTMLElement, parts: SettingsParts): void {
  const options = Object.fromEntries(listModels(parts).map((id) => [id, id]));
  new Setting(listEl)
    .setName('Default model')
    .setDesc('Asked where a note names no other one.')
    .addDropdown((dropdown: DropdownComponent) => {
      dropdown.addOptions({ '': 'None', ...options }).setValue(parts.settings.data.assistant.model ?? '');
      labelControl(dropdown.selectEl, 'Default model');
      dropdown.onChange((id) =>
        attempt(() => changeModels(parts, ({ models }) => ({ models, ...(id !== '' && { model: id }) }))),
      );
    });
}

function showModel(listEl: HTMLElement, id: string, parts: SettingsParts): void {
  const row = new Setting(listEl).setName(id).setClass('toolyard-model');
  const resultEl = row.infoEl.createDiv({ cls: 'toolyard-test', attr: { role: 'status' } });
  row.addButton((button) => {
    button.setButtonText('Test').onClick(async () => {
      button.setDisabled(true);
      resultEl.setText('Asking for one word…');
      resultEl.removeClass('is-wrong');
      await attempt(async () => {
        const given = await parts.assistant.models.test(id);
        resultEl.setText(given.ok ? `It answered after ${given.ms} ms.` : given.reason);
        resultEl.toggleClass('is-wrong', !given.ok);
      });
      button.setDisabled(false);
    });
    labelControl(button.buttonEl, `Test ${id}`);
  });
  row.addButton((button) => {
    button.setButtonText('Remove').onClick(() =>
      attempt(() =>
        changeModels(parts, ({ models, model }) => ({
          models: models.filter((each) => each !== id),
          ...(model !== undefined && model !== id && { model }),
        })),
      ),
    );
    labelControl(button.buttonEl, `Remove ${id}`);
  });
}

function showAdding(listEl: HTMLElement, parts: SettingsParts): void {
  const providers = parts.assistant.models.providers();
  let provider: ProviderView | undefined = providers.find(({ key }) => key !== undefined) ?? providers[0];
  let name = '';
  const row = new Setting(listEl).setName('Add model');
  row.addDropdown((dropdown: DropdownComponent) => {
    dropdown.addOptions(Object.fromEntries(providers.map((each) => [each.name, each.label])));
    dropdown.setValue(provider?.name ?? '');
    labelControl(dropdown.selectEl, 'Provider');
    dropdown.onChange((chosen) => (provider = providers.find((each) => each.name === chosen)));
  });
  row.addText((text) => {
    text.setPlaceholder(provider?.example ?? 'name of the model').onChange((value) => (name = value.trim()));
    labelControl(text.inputEl, 'Name of the model');
  });
  row.addButton((button) =>
    button.setButtonText('Add model').onClick(async () => {
      const id = `${provider?.name ?? ''}/${name}`;
      const problem = name === '' ? 'Enter the name of the model, as its provider calls it.' : checkModelId(id);
      row.setErrorMessage(problem ?? null);
      if (problem !== undefined) return;
      await attempt(() =>
        changeModels(parts, ({ models, model = id }) => ({ models: [...new Set([...models, id])], model })),
      );
    }),
  );
}
