import type { FieldChoice, FieldProblem, FieldValue, FormNotice, ShownField } from '../form/protocol.ts';

/** Both sides carry it in every message, and drop what has another: a page can outlive an update of the extension. */
export const TRY_PROTOCOL = 1;

/** One part of what a tool gave. `part` messages name it by its place in the list. */
export type TryPart =
  /** `more` is how many characters were left out; the whole can be opened in an editor. */
  | { readonly kind: 'text' | 'json'; readonly text: string; readonly more: number }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** How many rows were left out. */
      readonly more: number;
      /** The same as JSON. */
      readonly json: string;
      readonly moreJson: number;
    }
  /** `src` has the picture inside, as base64. */
  | { readonly kind: 'image'; readonly src: string; readonly about: string }
  /** Anything that is not shown, and can be saved. */
  | { readonly kind: 'file'; readonly about: string }
  | { readonly kind: 'link'; readonly name: string; readonly uri: string; readonly about?: string };

/** How a call ended, and what it gave. */
export interface ResultView {
  readonly status: 'success' | 'tool-error' | 'failure' | 'stopped';
  /** `Done in 120 ms`. */
  readonly title: string;
  readonly parts: readonly TryPart[];
  /** The server is not running, and a person can start it. */
  readonly canStart: boolean;
}

/** What is copied of a call. */
export type CopyAs = 'block' | 'hook' | 'command';

/** Everything that the page shows; it has no rules of its own. */
export interface TryView {
  readonly title: string;
  /** What the server says of the tool. */
  readonly about?: string;
  readonly notices: readonly FormNotice[];
  /** One for each parameter, or one with all of them as JSON. */
  readonly fields: readonly ShownField[];
  readonly isJson: boolean;
  /** The parameters are known, so that there can be a field for each. */
  readonly canForm: boolean;
  /** What is wrong and belongs to no field. */
  readonly problems: readonly FieldProblem[];
  /** Why the tool cannot be called from here. */
  readonly blocked?: string;
  /** What is going on, while a call runs. */
  readonly running?: { readonly status: string; readonly fraction?: number };
  /** The latest calls of this form, the newest first. */
  readonly history: readonly FieldChoice[];
  readonly result?: ResultView;
}

/** Host to page. */
export interface TryHostMessage {
  readonly protocol: typeof TRY_PROTOCOL;
  readonly type: 'show';
  /** The number of the last change that the view has in it. */
  readonly edit: number;
  readonly view: TryView;
  /** For `setState`, as it is: the editor gives it back to the host after a reload of the window. */
  readonly kept: string;
  /** The field that gets the focus now. */
  readonly focus?: string;
}

interface Message<Type extends string> {
  readonly protocol: typeof TRY_PROTOCOL;
  readonly type: Type;
}

/** Page to host. Those with `edit` change the form; it counts up from 1 in the life of a page. */
export type TryPageMessage =
  | Message<'ready' | 'call' | 'stop' | 'startServer'>
  | (Message<'change'> & { readonly edit: number; readonly key: string; readonly value: FieldValue })
  | (Message<'json'> & { readonly edit: number; readonly isOn: boolean })
  /** Brings back the arguments of a call of the history. */
  | (Message<'recall'> & { readonly edit: number; readonly id: string })
  | (Message<'copy'> & { readonly as: CopyAs })
  /** Opens a part in an editor, saves it as a file, or copies its address. */
  | (Message<'part'> & { readonly part: number; readonly action: 'open' | 'save' | 'copy' });
