import { Setting } from 'obsidian';
import type { ProviderView } from '../../assistant/plugin-assistant.ts';
import { labelControl } from '../settings/label-control.ts';
import { attempt, type SettingsParts } from '../settings/settings-parts.ts';
import { ValueModal } from '../settings/value-modal.ts';

/** Shows each provider with its key and its address on this device; called again, it shows what changed. */
export function createProviderRows(listEl: HTMLElement, parts: SettingsParts): () => void {
  let shown = '';
  const show = (): void => {
    const providers = parts.assistant.models.providers();
    const state = JSON.stringify(providers);
    if (state === shown) return;
    shown = state;
    listEl.empty();
    for (const provider of providers) showProvider(listEl, provider, { parts, show });
  };
  return show;
}

interface RowOptions {
  readonly parts: SettingsParts;
  readonly show: () => void;
}

function showProvider(listEl: HTMLElement, provider: ProviderView, { parts, show }: RowOptions): void {
  const { models } = parts.assistant;
  const { name, label, takesKey, key, url = '' } = provider;
  const row = new Setting(listEl).setName(label).setDesc(describeKey(provider)).setClass('toolyard-provider');
  row.addText((text) => {
    text.setPlaceholder('Base URL').setValue(url);
    labelControl(text.inputEl, `Address of ${label}`);
    text.inputEl.addEventListener('change', () => {
      void attempt(() => models.setUrl(name, text.getValue().trim())).then(show);
    });
  });
  if (!takesKey) return;
  row.addButton((button) => {
    button.setButtonText(key === undefined ? 'Set key' : 'Change key').onClick(() =>
      parts.openDialog(
        new ValueModal(parts.app, {
          title: `Key of ${label}`,
          text: "It is kept in Obsidian's secret storage on this device, and sent to the provider alone.",
          fields: ['Key'],
          action: 'Save',
          async take({ Key: value = '' }) {
            models.setKey(name, value.trim());
            show();
          },
        }),
      ),
    );
    labelControl(button.buttonEl, `${key === undefined ? 'Set' : 'Change'} key of ${label}`);
  });
  if (key !== 'secret-storage') return;
  row.addButton((button) => {
    button.setButtonText('Forget key').onClick(() => {
      models.setKey(name, '');
      show();
    });
    labelControl(button.buttonEl, `Forget key of ${label}`);
  });
}

function describeKey({ takesKey, needsKey, key }: ProviderView): string {
  if (!takesKey) return 'Needs no key.';
  if (key === 'secret-storage') return 'Its key is in the secret storage.';
  if (key === 'environment') return 'Its key is in the environment of Obsidian.';
  return needsKey ? 'It has no key yet.' : 'It has no key; some servers need none.';
}
