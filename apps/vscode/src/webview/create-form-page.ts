import { html, render } from 'lit';
import type { FormView, PageMessage } from '../form/protocol.ts';
import { createOutbox } from './create-outbox.ts';
import { describeChange } from './describe-change.ts';
import { applyDrafts } from './drafts.ts';
import { focusElement } from './focus-element.ts';
import { keepPageStill } from './keep-page-still.ts';
import type { PageContext, Popup, ServersView } from './page-context.ts';
import { parseHostMessage } from './parse-host-message.ts';
import { listId, optionId } from './render-completions.ts';
import { renderPage } from './render-page.ts';

/** Where the page is, and whom it talks to. */
export interface FormPageOptions {
  readonly root: HTMLElement;
  readonly send: (message: PageMessage) => void;
  /** Keeps a text for the time after a reload of the window. */
  readonly keep: (text: string) => void;
}

/** The page of the form, for as long as its window lasts. */
export interface FormPage {
  /** Takes what came from the host; anything that is no message of the protocol is dropped. */
  receive(data: unknown): void;
}

const NO_SERVERS: ServersView = { servers: [], isLooking: false, warnings: [] };

/** Shows the form that the host describes, and sends what a person does to it. */
export function createFormPage({ root, send, keep }: FormPageOptions): FormPage {
  let shown: FormView | undefined;
  let servers = NO_SERVERS;
  let popup: Popup | undefined;
  let wanted: string | undefined;
  let spoken = '';
  const outbox = createOutbox({ send, after: startTimer });

  function draw(): void {
    render(shown === undefined ? html`<main><p role="status">Opening the form…</p></main>` : renderShown(shown), root);
    if (wanted !== undefined && focusElement(root, wanted)) wanted = undefined;
    showPopup(popup);
  }

  function renderShown(view: FormView): unknown {
    const page: PageContext = {
      view: applyDrafts(view, outbox.drafts()),
      servers,
      popup,
      isAhead: outbox.isAhead(),
      type: after(outbox.type),
      choose: after(outbox.choose),
      act: after(outbox.act),
      ask: after(outbox.ask),
      open: after((opened) => {
        popup = opened;
      }),
      goTo: after((element) => {
        wanted = element;
      }),
    };
    return html`${renderPage(page)}
      <div class="spoken" role="status">${spoken}</div>`;
  }

  function after<Given>(change: (given: Given) => void): (given: Given) => void {
    return (given) => {
      change(given);
      draw();
    };
  }

  listen({ root, outbox, redraw: draw });
  draw();
  outbox.ask({ type: 'ready' });

  return {
    receive(data) {
      const message = parseHostMessage(data);
      if (message === undefined) return;
      if (message.type === 'servers') servers = message;
      else {
        outbox.acknowledge(message.edit, message.view, draftAt(document.activeElement));
        spoken = describeChange(shown, message.view) || spoken;
        shown = message.view;
        keep(message.kept);
      }
      draw();
    },
  };
}

function startTimer(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

interface Listening {
  readonly root: HTMLElement;
  readonly outbox: ReturnType<typeof createOutbox>;
  readonly redraw: () => void;
}

function listen({ root, outbox, redraw }: Listening): void {
  root.addEventListener('focusout', ({ target }) => {
    const id = draftAt(target);
    // The focus may go to another control of the same draft.
    queueMicrotask(() => {
      if (id === undefined || id === draftAt(document.activeElement)) return;
      outbox.release(id);
      redraw();
    });
  });
  root.addEventListener('keydown', (event) => {
    // A shortcut of the editor may close the tab.
    if (event.ctrlKey || event.metaKey) outbox.flush();
    if (event.key === 's' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      document.getElementById('save')?.click();
    }
    keepPageStill(event);
  });
  // A page that is hidden may never be seen again.
  document.addEventListener('visibilitychange', () => document.hidden && outbox.flush());
  window.addEventListener('pagehide', () => outbox.flush());
  // Whoever closes the tab with the mouse leaves the page first; the focus may stay.
  window.addEventListener('blur', () => outbox.flush());
  document.documentElement.addEventListener('pointerleave', () => outbox.flush());
}

function draftAt(target: EventTarget | null): string | undefined {
  const element = target instanceof Element ? target.closest('[data-draft]') : null;
  return element?.getAttribute('data-draft') ?? undefined;
}

/** What is chosen in an open list is in sight. */
function showPopup(popup: Popup | undefined): void {
  if (popup === undefined) return;
  document.getElementById(listId(popup.owner))?.closest('.popup')?.scrollIntoView({ block: 'nearest' });
  document.getElementById(optionId(popup.owner, popup.active))?.scrollIntoView({ block: 'nearest' });
}
