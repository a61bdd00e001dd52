import type { CSSResult } from 'lit';

/** What the editor gives to a page, once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
};

/** Where a page is, and whom it talks to. */
interface PagePlace {
  readonly root: HTMLElement;
  readonly send: (message: unknown) => void;
  readonly keep: (text: string) => void;
}

/** Joins a page to the editor: its styles, and messages both ways. */
export function startPage(
  styles: readonly CSSResult[],
  create: (place: PagePlace) => { receive(data: unknown): void },
): void {
  // Neither these sheets nor those of the elements are inline styles, so the page needs no `unsafe-inline`.
  const sheets = styles.map(({ styleSheet }) => styleSheet).filter((sheet) => sheet !== undefined);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  const { postMessage: send, setState: keep } = acquireVsCodeApi();
  const page = create({ root: document.body, send, keep });
  window.addEventListener('message', ({ origin, data }) => {
    if (origin === window.origin) page.receive(data);
  });
}
