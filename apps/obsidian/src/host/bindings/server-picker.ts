import { toVisible } from '@toolyard/core';
import type { BindableServer } from '@toolyard/documents';
import { FuzzySuggestModal, Notice, type App } from 'obsidian';
import type { BindingsHost } from './bindings-host.ts';

/** What is chosen for. */
export interface ServerQuestion {
  /** The section that is to be bound. */
  readonly section: string;
  readonly servers: readonly BindableServer[];
  readonly choose: (server: string) => void;
}

/** Lets a person choose a server; without servers says where one is added. */
export function openServerPicker(
  { app, openDialog }: Pick<BindingsHost, 'app' | 'openDialog'>,
  question: ServerQuestion,
): void {
  if (question.servers.length > 0) openDialog(new ServerPicker(app, question));
  else void new Notice('There is no server to bind to. Add one in the settings.');
}

class ServerPicker extends FuzzySuggestModal<BindableServer> {
  private readonly question: ServerQuestion;

  constructor(app: App, question: ServerQuestion) {
    super(app);
    this.question = question;
    this.setPlaceholder(`Bind ${toVisible(question.section)} to…`);
  }

  override getItems(): BindableServer[] {
    return [...this.question.servers];
  }

  override getItemText({ key, enabled }: BindableServer): string {
    return enabled ? key : `${key} (disabled)`;
  }

  override onChooseItem({ key }: BindableServer): void {
    this.question.choose(key);
  }
}
