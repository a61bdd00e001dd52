import { dropControlCharacters, type ToolResult } from '@toolyard/core';
import type { BlockOptions } from '../parse/note.ts';
import type { Attachment, AttachmentNames } from './attachment.ts';
import { createAttachments, type Attachments, type FileNaming } from './create-attachments.ts';
import { escapeHtml, escapeMarkdown } from './escape-markdown.ts';
import { FAILURE_START } from './last-result.ts';
import { renderContent } from './render-content.ts';
import { toFence } from './to-fence.ts';

/** What a run of a block gave. */
export type BlockOutcome =
  | { readonly status: 'success'; readonly result: ToolResult }
  | {
      readonly status: 'error' | 'timeout' | 'cancelled';
      readonly message: string;
      /** The server is disabled or cannot be reached, so that an earlier result is the best there is. */
      readonly isUnavailable?: boolean;
    };

/** What a result looks like in a note. */
export interface RenderedResult {
  /** Markdown with LF line ends and without the last of them. */
  readonly output: string;
  readonly attachments: readonly Attachment[];
}

/** How a result is rendered. */
export interface RenderOptions extends FileNaming {
  readonly display?: NonNullable<BlockOptions['display']>;
  /** The tool's id, for the line that is left of a collapsed result. */
  readonly title: string;
  readonly names: AttachmentNames;
  /** The most characters of text that go into the note; the whole of a longer one goes into an attachment. */
  readonly maxLength?: number;
}

const MAX_LENGTH = 65_536;

/** The outcome as Markdown that cannot reach out of its region, whatever the tool gave. */
export function renderResult(outcome: BlockOutcome, options: RenderOptions): RenderedResult {
  const attachments = createAttachments(options.names, options.maxLength ?? MAX_LENGTH, options);
  if (outcome.status !== 'success') {
    return { output: renderFailure(outcome.message, attachments), attachments: attachments.list() };
  }
  const { display = 'block' } = options;
  const content = renderContent(outcome.result, display, attachments);
  const output = display === 'collapsed' ? collapse(content, options.title) : content;
  return { output, attachments: attachments.list() };
}

/** A callout: the first line of the message is its title. */
function renderFailure(message: string, attachments: Attachments): string {
  const { shown, note } = attachments.cap(dropControlCharacters(message).trim(), 'text/plain');
  const [first = '', ...more] = shown.split('\n');
  const rest = more.join('\n').trim() === '' ? [] : toFence(more.join('\n'), 'text').split('\n');
  const below = [...rest, ...(note === undefined ? [] : ['', note])].map((line) => `> ${line}`);
  return [`${FAILURE_START} ${escapeMarkdown(first)}`, ...below].map((line) => line.trimEnd()).join('\n');
}

// The empty line at the end lets the HTML end there: a line that follows directly would belong to it.
function collapse(content: string, title: string): string {
  return `<details>\n<summary>${escapeHtml(dropControlCharacters(title))}</summary>\n\n${content}\n\n</details>\n`;
}
