import { html, render } from 'lit';
import type { FieldValue, ShownField } from '../../form/protocol.ts';
import { TRY_PROTOCOL, type TryPageMessage, type TryView } from '../../try/protocol.ts';
import { fieldElementId } from '../element-ids.ts';
import { focusElement } from '../focus-element.ts';
import { keepPageStill } from '../keep-page-still.ts';
import { parseTryHostMessage } from './parse-try-host-message.ts';
import { renderTryPage } from './render-try-page.ts';
import type { TryContext } from './try-context.ts';

/** Where the page is, and whom it talks to. */
export interface TryPageOptions {
  readonly root: HTMLElement;
  readonly send: (message: TryPageMessage) => void;
  /** Keeps a text for the time after a reload of the window. */
  readonly keep: (text: string) => void;
}

/** The page of a tool that is tried, for as long as its window lasts. */
export interface TryPage {
  /** Takes what came from the host; anything that is no message of the protocol is dropped. */
  receive(data: unknown): void;
}

/** Shows the form that the host describes, and sends what a person does to it. */
export function createTryPage({ root, send, keep }: TryPageOptions): TryPage {
  let shown: TryView | undefined;
  let wanted: string | undefined;
  let spoken = '';
  let edit = 0;
  /** What is typed and the host has not shown yet, by field. */
  const drafts = new Map<string, { readonly value: FieldValue; readonly edit: number }>();

  function draw(): void {
    render(shown === undefined ? html`<main><p role="status">Opening the form…</p></main>` : renderShown(shown), root);
    if (wanted !== undefined && focusElement(root, wanted)) wanted = undefined;
  }

  function renderShown(view: TryView): unknown {
    const fields = view.fields.map((field) => applyDraft(field, drafts.get(field.key)?.value));
    return html`${renderTryPage({ ...context, view: { ...view, fields } })}
      <div class="spoken" role="status">${spoken}</div>`;
  }

  function change(key: string, value: FieldValue): void {
    edit += 1;
    drafts.set(key, { value, edit });
    send({ protocol: TRY_PROTOCOL, type: 'change', edit, key, value });
    draw();
  }

  const context: Omit<TryContext, 'view'> = {
    change,
    switchJson(isOn) {
      edit += 1;
      send({ protocol: TRY_PROTOCOL, type: 'json', edit, isOn });
    },
    recall(id) {
      edit += 1;
      send({ protocol: TRY_PROTOCOL, type: 'recall', edit, id });
    },
    ask: (request) => send({ protocol: TRY_PROTOCOL, ...request }),
    goTo(element) {
      wanted = element;
      draw();
    },
  };

  listen(root, () => context.ask({ type: 'call' }));
  draw();
  context.ask({ type: 'ready' });

  return {
    receive(data) {
      const message = parseTryHostMessage(data);
      if (message === undefined) return;
      for (const [key, draft] of drafts) if (draft.edit <= message.edit) drafts.delete(key);
      spoken = describe(shown, message.view) ?? spoken;
      const isEnded = shown?.running !== undefined && message.view.running === undefined;
      shown = message.view;
      if (message.focus !== undefined) wanted = fieldElementId(message.focus);
      keep(message.kept);
      draw();
      // The form may be higher than the window, and a person waits for what came of the call.
      if (isEnded && wanted === undefined) root.querySelector('#result-title')?.scrollIntoView({ block: 'start' });
    },
  };
}

function applyDraft(field: ShownField, value: FieldValue | undefined): ShownField {
  if (typeof value === 'boolean') return field.kind === 'flag' ? { ...field, value } : field;
  if (typeof value !== 'string') return field;
  return field.kind === 'text' || field.kind === 'choice' ? { ...field, value } : field;
}

/** What a screen reader says of what changed; nothing where nothing of it is new. */
function describe(before: TryView | undefined, { running, result }: TryView): string | undefined {
  if (running !== undefined) return running.status === before?.running?.status ? undefined : running.status;
  return result === undefined || before?.running === undefined ? undefined : result.title;
}

function listen(root: HTMLElement, call: () => void): void {
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      call();
    }
    keepPageStill(event);
  });
}
