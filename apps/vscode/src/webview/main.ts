// oxlint-disable import/no-unassigned-import -- elements of the library register themselves when they are loaded
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import '@vscode-elements/elements/dist/vscode-textarea/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { CONTROL_STYLES } from './control-styles.ts';
import { createFormPage } from './create-form-page.ts';
import { PAGE_STYLES } from './page-styles.ts';

/** What the editor gives to a page, once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
};

// Neither these sheets nor those of the elements are inline styles, so the page needs no `unsafe-inline`.
const sheets = [CONTROL_STYLES, PAGE_STYLES].map(({ styleSheet }) => styleSheet).filter((sheet) => sheet !== undefined);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];

const { postMessage: send, setState: keep } = acquireVsCodeApi();
const page = createFormPage({ root: document.body, send, keep });

window.addEventListener('message', ({ origin, data }) => {
  if (origin === window.origin) page.receive(data);
});
