import type * as Obsidian from 'obsidian';
import {
  ButtonComponent,
  DropdownComponent,
  ExtraButtonComponent,
  TextAreaComponent,
  TextComponent,
  ToggleComponent,
} from './setting-components.ts';
import { standFor, type PartOf } from './stand-for.ts';

/** A row with a name on the left and controls on the right. */
export class Setting implements PartOf<Obsidian.Setting> {
  settingEl: HTMLElement;
  infoEl: HTMLElement;
  nameEl: HTMLElement;
  descEl: HTMLElement;
  controlEl: HTMLElement;
  errorEl: HTMLElement | null = null;
  components: Obsidian.BaseComponent[] = [];

  constructor(containerEl: HTMLElement) {
    this.settingEl = containerEl.createDiv('setting-item');
    this.infoEl = this.settingEl.createDiv('setting-item-info');
    this.nameEl = this.infoEl.createDiv('setting-item-name');
    this.descEl = this.infoEl.createDiv('setting-item-description');
    this.controlEl = this.settingEl.createDiv('setting-item-control');
  }

  setName(name: string | DocumentFragment): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(text: string | DocumentFragment): this {
    this.descEl.setText(text);
    return this;
  }

  setClass(name: string): this {
    this.settingEl.addClass(name);
    return this;
  }

  setHeading(): this {
    return this.setClass('setting-item-heading');
  }

  setErrorMessage(message: string | null): this {
    this.errorEl?.remove();
    const isWrong = message !== null && message !== '';
    this.settingEl.toggleClass('is-invalid', isWrong);
    this.errorEl = isWrong ? this.infoEl.createDiv({ cls: 'setting-item-error', text: message }) : null;
    return this;
  }

  clear(): this {
    this.controlEl.empty();
    return this;
  }

  addButton(build: (button: Obsidian.ButtonComponent) => unknown): this {
    build(standFor<Obsidian.ButtonComponent>(new ButtonComponent(this.controlEl)));
    return this;
  }

  addExtraButton(build: (button: Obsidian.ExtraButtonComponent) => unknown): this {
    build(standFor<Obsidian.ExtraButtonComponent>(new ExtraButtonComponent(this.controlEl)));
    return this;
  }

  addToggle(build: (toggle: Obsidian.ToggleComponent) => unknown): this {
    build(standFor<Obsidian.ToggleComponent>(new ToggleComponent(this.controlEl)));
    return this;
  }

  addText(build: (text: Obsidian.TextComponent) => unknown): this {
    build(standFor<Obsidian.TextComponent>(new TextComponent(this.controlEl)));
    return this;
  }

  addTextArea(build: (text: Obsidian.TextAreaComponent) => unknown): this {
    build(standFor<Obsidian.TextAreaComponent>(new TextAreaComponent(this.controlEl)));
    return this;
  }

  addDropdown(build: (dropdown: Obsidian.DropdownComponent) => unknown): this {
    build(standFor<Obsidian.DropdownComponent>(new DropdownComponent(this.controlEl)));
    return this;
  }
}

/** Rows under one heading. */
export class SettingGroup implements PartOf<Obsidian.SettingGroup> {
  listEl: HTMLElement;
  readonly groupEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.groupEl = containerEl.createDiv('setting-group');
    this.listEl = this.groupEl.createDiv('setting-items');
  }

  setHeading(text: string | DocumentFragment): this {
    const heading = createDiv('setting-item setting-item-heading');
    this.groupEl.prepend(heading);
    heading.createDiv('setting-item-name').setText(text);
    return this;
  }

  addClass(...classes: string[]): this {
    this.groupEl.addClass(...classes);
    return this;
  }

  addSetting(build: (setting: Obsidian.Setting) => void): this {
    build(standFor<Obsidian.Setting>(new Setting(this.listEl)));
    return this;
  }
}
