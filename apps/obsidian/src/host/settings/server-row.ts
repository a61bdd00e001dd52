import { ButtonComponent, type ExtraButtonComponent, type Setting, type ToggleComponent } from 'obsidian';
import { describeTest, labelServer, describeFacts } from '../../forms/describe-server.ts';
import { findTakenIds } from '../../forms/find-taken-ids.ts';
import { fillForm, toServerForm } from '../../forms/server-form.ts';
import { findToken } from '../../yard/log-in.ts';
import type { ConnectionTest, ServerView } from '../../yard/plugin-servers.ts';
import { askChoice } from './ask-choice.ts';
import { labelControl } from './label-control.ts';
import { saveServer } from './save-server.ts';
import { ServerFormModal } from './server-form-modal.ts';
import { attempt, followSwitch, type SettingsParts } from './settings-parts.ts';
import { ToolsModal } from './tools-modal.ts';
import { ValueModal, type AskedValues } from './value-modal.ts';

/** The most that a test may take: a program that is downloaded first takes its time. */
const TEST_LIMIT_MS = 60_000;

/** One server in the list of the settings, which shows how it stands for as long as it is shown. */
export class ServerRow {
  private readonly parts: SettingsParts;
  private readonly setting: Setting;
  private view: ServerView;
  private readonly dotEl: HTMLElement;
  private readonly labelEl: HTMLElement;
  private readonly textEl: HTMLElement;
  private readonly factsEl: HTMLElement;
  private readonly actionsEl: HTMLElement;
  private readonly testEl: HTMLElement;
  private readonly buttons = new Map<string, ButtonComponent>();
  private toggle: ToggleComponent | undefined;
  private test: AbortController | undefined;

  constructor(setting: Setting, parts: SettingsParts, view: ServerView) {
    this.setting = setting.setClass('toolyard-server').setName('');
    this.parts = parts;
    this.view = view;
    const { nameEl, descEl, infoEl } = setting;
    this.dotEl = nameEl.createSpan({ cls: 'toolyard-dot', attr: { 'aria-hidden': 'true' } });
    nameEl.createSpan({ text: view.name });
    this.labelEl = nameEl.createSpan({ cls: 'toolyard-server-state' });
    this.textEl = descEl.createDiv('toolyard-server-text');
    this.factsEl = descEl.createDiv('toolyard-server-facts');
    this.actionsEl = infoEl.createDiv('toolyard-server-actions');
    this.testEl = infoEl.createDiv({ cls: 'toolyard-test', attr: { role: 'status' } });
    this.addActions();
    this.addControls();
    this.refresh(view);
    const last = parts.tests.get(view.name);
    if (last !== undefined) this.showTest(last.given);
  }

  /** Shows how the server stands now. */
  refresh(view: ServerView): void {
    this.view = view;
    const { text, tone } = labelServer(view);
    this.dotEl.dataset['tone'] = tone;
    this.labelEl.setText(text);
    // Of one that is well the label says it all.
    const why = tone === 'bad' || tone === 'busy' ? view.text : '';
    this.textEl.setText(why);
    this.textEl.toggle(why !== '');
    const testedAt = this.parts.tests.get(view.name)?.at;
    const facts = describeFacts(view, { testedAt, toTime: (iso) => new Date(iso).toLocaleString() });
    this.factsEl.setText(facts);
    this.factsEl.toggle(facts !== '');
    // While it is being switched it shows what the person wants.
    if (this.toggle?.disabled === false && this.toggle.getValue() !== view.isOn) this.toggle.setValue(view.isOn);
    const { state, block } = view;
    this.show('Review', block === 'not-approved' || block === 'changed');
    this.show('Enter secrets', view.missingSecrets.length > 0);
    this.show('Re-enable', state === 'auto-disabled' || state === 'failed');
    const test = this.parts.tests.get(view.name)?.given;
    this.show('Log in', state === 'needs-login' || (test?.ok === false && test.needsLogin === true));
    this.show('Log out', this.hasLogin());
  }

  /** Ends what only makes sense while the row is shown. */
  close(): void {
    this.test?.abort();
  }

  private addActions(): void {
    const { servers } = this.parts;
    const { name } = this.view;
    this.addAction('Test connection', () => this.runTest());
    this.addAction('Review', () => attempt(() => servers.askApproval(name)));
    this.addAction('Enter secrets', () => this.enterSecrets());
    this.addAction('Re-enable', () => attempt(() => servers.retry(name)));
    this.addAction('Log in', () =>
      this.askValues({
        title: `Log in to "${name}"`,
        text: 'Enter the token that the server asks for. It is kept on this device, and sent with every request.',
        fields: ['Token'],
        action: 'Log in',
        take: ({ Token = '' }) => servers.logIn(name, Token),
      }),
    );
    this.addAction('Log out', () => attempt(() => servers.logOut(name)));
  }

  private addAction(text: string, act: () => unknown): void {
    const button = new ButtonComponent(this.actionsEl).setButtonText(text).onClick(act);
    button.buttonEl.setAttribute('aria-description', this.view.name);
    this.buttons.set(text, button);
  }

  private addControls(): void {
    const { name } = this.view;
    this.addIcon('wrench', `Tools of ${name}`, () => this.parts.openDialog(new ToolsModal(this.parts, name)));
    if (this.view.stored !== undefined) {
      this.addIcon('pencil', `Edit ${name}`, () => this.edit());
      this.addIcon('trash-2', `Remove ${name}`, () => this.remove());
    }
    this.setting.addToggle((toggle) => {
      this.toggle = toggle.setValue(this.view.isOn);
      toggle.onChange(() => followSwitch(toggle, (isOn) => this.parts.servers.switchServer(name, isOn)));
      labelControl(toggle.toggleEl, `Use server ${name}`);
    });
  }

  private addIcon(icon: string, tooltip: string, act: () => unknown): void {
    this.setting.addExtraButton((button: ExtraButtonComponent) =>
      button.setIcon(icon).setTooltip(tooltip).onClick(act),
    );
  }

  private show(action: string, isShown: boolean): void {
    this.buttons.get(action)?.buttonEl.toggle(isShown);
  }

  /** The same button ends a test that takes too long for whoever waits. */
  private async runTest(): Promise<void> {
    if (this.test !== undefined) return this.test.abort();
    const test = new AbortController();
    this.test = test;
    const button = this.buttons.get('Test connection')?.setButtonText('Cancel');
    this.testEl.removeClass('is-wrong');
    this.testEl.setText('Connecting…');
    const { servers, tests } = this.parts;
    const { name } = this.view;
    const at = new Date().toISOString();
    tests.delete(name);
    await attempt(async () => {
      const given = await servers.test(name, { limitMs: TEST_LIMIT_MS, signal: test.signal });
      if (!test.signal.aborted) tests.set(name, { at, given });
    });
    this.test = undefined;
    button?.setButtonText('Test connection');
    const last = tests.get(name);
    if (last === undefined) this.testEl.setText('');
    else this.showTest(last.given);
    this.refresh(this.view);
  }

  private showTest(given: ConnectionTest): void {
    this.testEl.setText(describeTest(given));
    this.testEl.toggleClass('is-wrong', !given.ok);
    if (given.ok) return;
    if (given.lastLines.length === 0) return;
    const details = this.testEl.createEl('details');
    details.createEl('summary', { text: 'What it wrote last' });
    details.createEl('pre', { cls: 'toolyard-definition', text: given.lastLines.join('\n') });
  }

  private enterSecrets(): void {
    const { servers } = this.parts;
    const { name, missingSecrets } = this.view;
    this.askValues({
      title: `Secrets of "${name}"`,
      text: 'The vault has their names only. The values are kept on this device.',
      fields: missingSecrets,
      action: 'Save',
      take: async (values) => {
        for (const [id, value] of Object.entries(values)) await servers.setSecret(id, value);
      },
    });
  }

  private askValues(asked: AskedValues): void {
    this.parts.openDialog(new ValueModal(this.parts.app, asked));
  }

  /** Whether it logs in by a token that this device keeps. */
  private hasLogin(): boolean {
    const token = findToken(this.view.stored?.definition ?? {});
    return this.parts.servers.listSecrets().some(({ id, isSet }) => id === token && isSet);
  }

  private edit(): void {
    const { app, servers, openDialog } = this.parts;
    const { name } = this.view;
    // The row follows what changes after a moment only.
    const { stored } = servers.list().find((each) => each.name === name) ?? this.view;
    const former = { name, definition: stored?.definition ?? {} };
    const form = new ServerFormModal(app, {
      title: `Edit "${name}"`,
      form: toServerForm(name, former.definition),
      names: () => ({
        others: servers.list().flatMap((other) => (other.name === name ? [] : [other.name])),
        current: name,
      }),
      save: (form) => {
        const filled = fillForm(form, findTakenIds(servers.listSecrets(), name));
        return saveServer(this.parts, { name: form.name, ...filled }, former);
      },
    });
    openDialog(form);
  }

  private async remove(): Promise<void> {
    const { servers } = this.parts;
    const { name } = this.view;
    const answer = await askChoice(this.parts, {
      title: `Remove "${name}"?`,
      text: 'It is stopped, and its definition is removed from the settings. Notes that use it stay as they are.',
      answers: { cancel: { label: 'Cancel' }, remove: { label: 'Remove', isDestructive: true } },
    });
    if (answer === 'remove') await attempt(() => servers.remove(name));
  }
}
