import type * as Obsidian from 'obsidian';
import { renderMarkdown } from './reading-view.ts';

/** Renders Markdown that stands in no note; no post processor knows a section of it. */
export const MarkdownRenderer: Pick<typeof Obsidian.MarkdownRenderer, 'render'> = {
  async render(_app, text, element) {
    renderMarkdown(element.createDiv(), text);
  },
};
