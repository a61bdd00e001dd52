import { html, type TemplateResult } from 'lit';
import type { FormNotice } from '../form/protocol.ts';

const LEVELS: Readonly<Record<FormNotice['level'], string>> = { info: '', warning: 'Warning: ', error: 'Error: ' };

/** A sentence above a form; the words say how bad it is, not only the colour. */
export function renderNotice({ level, message }: FormNotice): TemplateResult {
  return html`<p class="notice ${level}">${LEVELS[level]}${message}</p>`;
}
