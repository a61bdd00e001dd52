import type * as Obsidian from 'obsidian';
import { Setting, SettingGroup } from './setting.ts';
import { standFor, type PartOf } from './stand-for.ts';

type Definition = Obsidian.SettingDefinition | Obsidian.SettingDefinitionPage;
type Group = Obsidian.SettingDefinitionGroup | Obsidian.SettingDefinitionList;

/** The settings of a plugin: rendered from its definitions while they are shown, and again when it says that they changed. */
export abstract class PluginSettingTab implements PartOf<Obsidian.PluginSettingTab> {
  app: Obsidian.App;
  icon = '';
  containerEl: HTMLElement;
  settingItems: Obsidian.SettingDefinitionItem[] = [];
  private isShown = false;
  private takeBacks: (() => void)[] = [];
  /** Applies predicates again. */
  private refreshes: (() => void)[] = [];

  constructor(app: Obsidian.App, _plugin: Obsidian.Plugin) {
    this.app = app;
    this.containerEl = createDiv('vertical-tab-content');
  }

  getSettingDefinitions(): Obsidian.SettingDefinitionItem[] {
    return [];
  }

  getControlValue(_key: string): unknown {
    return undefined;
  }

  setControlValue(_key: string, _value: unknown): void | Promise<void> {}

  update(): void {
    this.settingItems = this.getSettingDefinitions();
    if (this.isShown) this.render();
  }

  refreshDomState(): void {
    for (const refresh of this.refreshes) refresh();
  }

  display(): void {
    this.isShown = true;
    this.update();
  }

  hide(): void {
    this.isShown = false;
    this.tearDown();
  }

  private tearDown(): void {
    for (const takeBack of this.takeBacks.splice(0)) takeBack();
    this.refreshes = [];
    this.containerEl.empty();
  }

  private render(): void {
    this.tearDown();
    let loose: SettingGroup | undefined;
    for (const item of this.settingItems) {
      if (isGroup(item)) {
        loose = undefined;
        this.renderGroup(item);
      } else {
        loose ??= new SettingGroup(this.containerEl);
        this.renderItem(item, loose);
      }
    }
  }

  private renderGroup(definition: Group): void {
    const { heading, cls, items = [], visible } = definition;
    const group = new SettingGroup(this.containerEl);
    if (heading !== undefined) group.setHeading(heading);
    if (cls !== undefined) group.addClass(cls);
    this.keep(() => group.groupEl.toggle(isTrue(visible)));
    for (const item of items) this.renderItem(item, group);
    if (items.length === 0 && 'emptyState' in definition && definition.emptyState !== undefined) {
      group.listEl.createDiv('setting-item setting-empty-state').setText(definition.emptyState);
    }
  }

  private renderItem(item: Definition, group: SettingGroup): void {
    if ('type' in item) throw new Error('The bed has no pages of settings yet.');
    const setting = new Setting(group.listEl).setName(item.name);
    if (item.desc !== undefined) setting.setDesc(item.desc);
    this.keep(() => setting.settingEl.toggle(isTrue(item.visible)));
    if (item.render !== undefined) {
      const takeBack = item.render(standFor<Obsidian.Setting>(setting), standFor<Obsidian.SettingGroup>(group));
      if (takeBack !== undefined) this.takeBacks.push(takeBack);
    } else if (item.control !== undefined) this.renderControl(setting, item.control);
  }

  private renderControl(setting: Setting, control: Obsidian.SettingControl): void {
    this.addControl(setting, control);
    for (const each of setting.controlEl.findAll('input, select')) each.setAttr('data-drawn-by', 'app');
  }

  private addControl(setting: Setting, control: Obsidian.SettingControl): void {
    const { key, type } = control;
    const value = this.getControlValue(key) ?? control.defaultValue;
    const isDisabled = isTrue(control.disabled ?? false);
    switch (type) {
      case 'dropdown':
        setting.addDropdown((dropdown) =>
          dropdown
            .addOptions(control.options)
            .setValue(toText(value))
            .setDisabled(isDisabled)
            .onChange((chosen) => this.setControlValue(key, chosen)),
        );
        break;
      case 'number':
        setting.addText((text) => {
          text.inputEl.type = 'number';
          text.setValue(toText(value)).setDisabled(isDisabled);
          text.onChange((typed) => this.take(setting, key, Number(typed), control.validate));
        });
        break;
      case 'text':
        setting.addText((text) => {
          text.setPlaceholder(control.placeholder ?? '').setValue(toText(value));
          text.setDisabled(isDisabled).onChange((typed) => this.take(setting, key, typed, control.validate));
        });
        break;
      default:
        throw new Error(`The bed has no control "${type}" yet.`);
    }
  }

  private async take<V>(
    setting: Setting,
    key: string,
    value: V,
    validate?: (value: V) => string | void | Promise<string | void>,
  ): Promise<void> {
    const message = (await validate?.(value)) ?? '';
    setting.setErrorMessage(message);
    if (message === '') await this.setControlValue(key, value);
  }

  private keep(refresh: () => void): void {
    this.refreshes.push(refresh);
    refresh();
  }
}

function isGroup(item: Obsidian.SettingDefinitionItem): item is Group {
  return 'type' in item && item.type !== 'page';
}

function isTrue(predicate: boolean | (() => boolean) = true): boolean {
  return typeof predicate === 'function' ? predicate() : predicate;
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}
