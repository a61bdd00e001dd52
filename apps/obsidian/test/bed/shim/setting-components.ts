import type * as Obsidian from 'obsidian';
import type { PartOf } from './stand-for.ts';

/** What every control of a setting has. */
abstract class BaseComponent {
  disabled = false;

  setDisabled(isDisabled: boolean): this {
    this.disabled = isDisabled;
    return this;
  }
}

/** A button of a setting. */
export class ButtonComponent extends BaseComponent implements PartOf<Obsidian.ButtonComponent> {
  buttonEl: HTMLButtonElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.buttonEl = containerEl.createEl('button');
  }

  override setDisabled(isDisabled: boolean): this {
    this.buttonEl.disabled = isDisabled;
    return super.setDisabled(isDisabled);
  }

  setButtonText(text: string): this {
    this.buttonEl.setText(text);
    return this;
  }

  setTooltip(tooltip: string): this {
    this.buttonEl.setAttr('aria-label', tooltip);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.buttonEl, icon);
    return this;
  }

  setClass(name: string): this {
    this.buttonEl.addClass(name);
    return this;
  }

  setCta(): this {
    return this.setClass('mod-cta');
  }

  setDestructive(): this {
    return this.setClass('mod-destructive');
  }

  onClick(callback: (event: MouseEvent) => unknown): this {
    this.buttonEl.addEventListener('click', (event) => void callback(event));
    return this;
  }
}

/** A small button with an icon. */
export class ExtraButtonComponent extends BaseComponent implements PartOf<Obsidian.ExtraButtonComponent> {
  extraSettingsEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.extraSettingsEl = containerEl.createDiv({
      cls: 'clickable-icon extra-setting-button',
      attr: { role: 'button', tabindex: 0 },
    });
    this.extraSettingsEl.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter' || key === ' ') this.extraSettingsEl.click();
    });
  }

  setTooltip(tooltip: string): this {
    this.extraSettingsEl.setAttr('aria-label', tooltip);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.extraSettingsEl, icon);
    return this;
  }

  override setDisabled(isDisabled: boolean): this {
    this.extraSettingsEl.toggleClass('is-disabled', isDisabled);
    return super.setDisabled(isDisabled);
  }

  onClick(callback: () => unknown): this {
    this.extraSettingsEl.addEventListener('click', () => !this.disabled && void callback());
    return this;
  }
}

/** A switch: a checkbox in a box of its own, as the app draws it. */
export class ToggleComponent extends BaseComponent implements PartOf<Obsidian.ToggleComponent> {
  toggleEl: HTMLElement;
  private readonly inputEl: HTMLInputElement;
  private changed: ((value: boolean) => unknown) | undefined;

  constructor(containerEl: HTMLElement) {
    super();
    this.toggleEl = containerEl.createDiv('checkbox-container');
    this.inputEl = this.toggleEl.createEl('input', { type: 'checkbox', attr: { tabindex: 0 } });
    this.toggleEl.addEventListener('click', (event) => {
      event.preventDefault();
      if (!this.disabled) this.onClick();
    });
    this.inputEl.addEventListener('keydown', ({ key }) => key === 'Enter' && !this.disabled && this.onClick());
  }

  getValue(): boolean {
    return this.toggleEl.hasClass('is-enabled');
  }

  setValue(isOn: boolean): this {
    this.toggleEl.toggleClass('is-enabled', isOn);
    // A click on the checkbox itself is taken back by the browser after its handlers have run.
    window.setTimeout(() => (this.inputEl.checked = this.getValue()));
    this.inputEl.checked = isOn;
    return this;
  }

  override setDisabled(isDisabled: boolean): this {
    this.toggleEl.toggleClass('is-disabled', isDisabled);
    this.inputEl.disabled = isDisabled;
    return super.setDisabled(isDisabled);
  }

  setTooltip(tooltip: string): this {
    this.toggleEl.setAttr('aria-label', tooltip);
    return this;
  }

  onClick(): void {
    this.setValue(!this.getValue());
    this.changed?.(this.getValue());
  }

  onChange(callback: (value: boolean) => unknown): this {
    this.changed = callback;
    return this;
  }
}

/** A field for text. */
abstract class AbstractTextComponent<T extends HTMLInputElement | HTMLTextAreaElement> extends BaseComponent {
  inputEl: T;
  private changed: ((value: string) => unknown) | undefined;

  constructor(inputEl: T) {
    super();
    this.inputEl = inputEl;
    inputEl.addEventListener('input', () => this.onChanged());
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(placeholder: string): this {
    this.inputEl.placeholder = placeholder;
    return this;
  }

  override setDisabled(isDisabled: boolean): this {
    this.inputEl.disabled = isDisabled;
    return super.setDisabled(isDisabled);
  }

  onChanged(): void {
    this.changed?.(this.getValue());
  }

  onChange(callback: (value: string) => unknown): this {
    this.changed = callback;
    return this;
  }
}

/** A field of one line. */
export class TextComponent extends AbstractTextComponent<HTMLInputElement> implements PartOf<Obsidian.TextComponent> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('input', { type: 'text', attr: { spellcheck: 'false' } }));
  }
}

/** A field of several lines. */
export class TextAreaComponent
  extends AbstractTextComponent<HTMLTextAreaElement>
  implements PartOf<Obsidian.TextAreaComponent>
{
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('textarea', { attr: { spellcheck: 'false' } }));
  }
}

/** A choice of one among a few. */
export class DropdownComponent extends BaseComponent implements PartOf<Obsidian.DropdownComponent> {
  selectEl: HTMLSelectElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.selectEl = containerEl.createEl('select', 'dropdown');
  }

  addOption(value: string, text: string): this {
    this.selectEl.createEl('option', { value, text });
    return this;
  }

  addOptions(options: Record<string, string>): this {
    for (const [value, text] of Object.entries(options)) this.addOption(value, text);
    return this;
  }

  getValue(): string {
    return this.selectEl.value;
  }

  setValue(value: string): this {
    this.selectEl.value = value;
    return this;
  }

  override setDisabled(isDisabled: boolean): this {
    this.selectEl.disabled = isDisabled;
    return super.setDisabled(isDisabled);
  }

  onChange(callback: (value: string) => unknown): this {
    this.selectEl.addEventListener('change', () => void callback(this.getValue()));
    return this;
  }
}

/** Puts an icon into an element. There are no drawings here: the icon's name is kept, and app.css shows a sign for it. */
function setIcon(parent: HTMLElement, icon: string): void {
  parent.empty();
  parent.createSpan({ cls: 'svg-icon', attr: { 'data-icon': icon, 'aria-hidden': 'true' } });
}
