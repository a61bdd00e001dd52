import type { FormView, HostMessage } from '../form/protocol.ts';
import type { Completions } from './complete-text.ts';
import type { Draft, FieldDraft, PageAction, PageRequest } from './drafts.ts';

/** What the host last said of the servers. */
export type ServersView = Pick<
  Extract<HostMessage, { readonly type: 'servers' }>,
  'servers' | 'isLooking' | 'warnings'
>;

/** The one list that is open, below the control that it belongs to. */
export interface Popup {
  /** The id of the control. */
  readonly owner: string;
  /** The entry that Enter would take; -1 for none. */
  readonly active: number;
  /** What is searched for, in the tool picker. */
  readonly search?: string;
  /** What is offered, below a text. */
  readonly completions?: Completions;
}

/** What the control of one field needs of its page. */
export interface ControlContext {
  readonly view: Pick<FormView, 'readOnly' | 'contextNames'>;
  readonly servers: ServersView;
  readonly popup: Popup | undefined;
  /** Keeps what is typed, which is sent when nothing is typed for a moment. */
  type(draft: FieldDraft): void;
  /** The same for what is chosen, which is sent at once. */
  choose(draft: FieldDraft): void;
  /** Opens a list, or closes the one that is open. */
  open(popup: Popup | undefined): void;
  /** Moves the focus to a control as soon as it is there. */
  goTo(element: string): void;
  ask(request: Extract<PageRequest, { readonly type: 'openFile' }>): void;
}

/** What is shown, and what the parts of the page can do. */
export interface PageContext extends ControlContext {
  /** With what the person has typed in it. */
  readonly view: FormView;
  /** Something was typed that the host has not shown yet. */
  readonly isAhead: boolean;
  type(draft: Draft): void;
  choose(draft: Draft): void;
  act(action: PageAction): void;
  ask(request: PageRequest): void;
}
