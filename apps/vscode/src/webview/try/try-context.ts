import type { FieldValue } from '../../form/protocol.ts';
import type { TryPageMessage, TryView } from '../../try/protocol.ts';

type Unsent<Message> = Message extends unknown ? Omit<Message, 'protocol'> : never;

/** A message that changes nothing in the form. */
export type TryRequest = Unsent<
  Extract<TryPageMessage, { readonly type: 'ready' | 'call' | 'stop' | 'startServer' | 'copy' | 'part' }>
>;

/** What is shown, and what the parts of the page can do. */
export interface TryContext {
  readonly view: TryView;
  change(key: string, value: FieldValue): void;
  switchJson(isOn: boolean): void;
  recall(id: string): void;
  ask(request: TryRequest): void;
  goTo(element: string): void;
}
