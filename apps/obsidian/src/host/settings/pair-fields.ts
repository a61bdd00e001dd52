import { isSecretName } from '@toolyard/core';
import { ButtonComponent, ExtraButtonComponent, TextComponent, ToggleComponent } from 'obsidian';
import type { FormPair } from '../../forms/server-form.ts';
import { labelControl } from './label-control.ts';

/** A list of names with values, some of which are secrets. */
export interface PairFieldsOptions {
  /** What one of them is: `variable` or `header`. */
  readonly what: string;
  readonly pairs: readonly FormPair[];
  readonly onChange: (pairs: readonly FormPair[]) => void;
}

/** Lets a person edit names with values; values that are secrets are not shown, and stay on this device. */
export function showPairFields(containerEl: HTMLElement, { what, pairs, onChange }: PairFieldsOptions): void {
  let current = [...pairs];
  const change = (index: number, part: Partial<FormPair>): void => {
    current = current.map((pair, at) => (at === index ? { ...pair, ...part } : pair));
    onChange(current);
  };
  const listEl = containerEl.createDiv({ cls: 'toolyard-pairs', attr: { role: 'group', 'aria-label': `${what}s` } });

  function show(): void {
    listEl.empty();
    for (const [index, pair] of current.entries()) showPair(index, pair);
    new ButtonComponent(listEl).setButtonText(`Add ${what}`).onClick(() => {
      current = [...current, { name: '', value: '', isSecret: false }];
      onChange(current);
      show();
      listEl.findAll('.toolyard-pair-name').at(-1)?.focus();
    });
  }

  function showPair(index: number, pair: FormPair): void {
    const row = listEl.createDiv('toolyard-pair');
    const number = index + 1;
    const name = new TextComponent(row).setPlaceholder('Name').setValue(pair.name);
    name.inputEl.addClass('toolyard-pair-name');
    labelControl(name.inputEl, `Name of ${what} ${number}`);
    const value = new TextComponent(row).setValue(pair.value).onChange((text) => change(index, { value: text }));
    value.inputEl.addClass('toolyard-pair-value');
    labelControl(value.inputEl, `Value of ${what} ${number}`);
    const secret = row.createEl('label', { cls: 'toolyard-pair-secret', text: 'Secret' });
    const toggle = new ToggleComponent(secret).setValue(pair.isSecret).onChange((isSecret) => {
      change(index, { isSecret });
      hide(isSecret);
    });
    labelControl(toggle.toggleEl, `${what} ${number} is a secret`);
    const hide = (isSecret: boolean): void => {
      value.inputEl.type = isSecret ? 'password' : 'text';
      value.setPlaceholder(isSecret && pair.secretId !== undefined ? 'Kept on this device' : 'Value');
    };
    hide(pair.isSecret);
    name.onChange((text) => {
      change(index, { name: text });
      if (!isSecretName(text) || toggle.getValue()) return;
      toggle.setValue(true);
      change(index, { isSecret: true });
      hide(true);
    });
    new ExtraButtonComponent(row)
      .setIcon('trash-2')
      .setTooltip(`Remove ${what} ${number}`)
      .onClick(() => {
        current = current.filter((_pair, at) => at !== index);
        onChange(current);
        show();
      });
  }

  show();
}
