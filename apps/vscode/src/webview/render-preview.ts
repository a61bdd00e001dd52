import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { described } from './described.ts';
import { SAMPLE_DRAFT_ID } from './drafts.ts';
import { SAMPLE_ELEMENT_ID } from './element-ids.ts';
import type { PageContext } from './page-context.ts';
import { hasErrors, renderProblems, toProblemText } from './render-problems.ts';
import { renderSelect, toTypedText } from './render-select.ts';

/** What the hook would do for an event that has happened, or for one that can be edited here. */
export function renderPreview(page: PageContext): TemplateResult {
  const { events, event, sample, problems, result, isPending } = page.view.preview;
  const about = 'The values of the event as JSON. Change them to try another event; nothing is run.';
  return html`<section aria-labelledby="preview-title">
    <h2 id="preview-title">Preview</h2>
    <div class="field">
      <label for="preview-event">Event</label>
      ${renderSelect({
        id: 'preview-event',
        value: event,
        choices: events,
        isReadOnly: false,
        onChange: (value) => page.act({ type: 'pickEvent', event: value }),
      })}
    </div>
    <div class="field" data-draft=${SAMPLE_DRAFT_ID}>
      <label for=${SAMPLE_ELEMENT_ID}>Event values</label>
      <vscode-textarea
        id=${SAMPLE_ELEMENT_ID}
        rows="8"
        resize="vertical"
        monospace
        .label=${'Event values'}
        .spellcheck=${false}
        .value=${live(sample)}
        ?invalid=${hasErrors(problems)}
        @input=${(typed: Event) => page.type({ type: 'sampleChanged', text: toTypedText(typed) })}
        ${described({
          text: `${about} ${toProblemText(problems)}`.trim(),
          isInvalid: hasErrors(problems),
          isRequired: false,
        })}
      ></vscode-textarea>
      <p class="about">${about}</p>
      ${renderProblems(SAMPLE_ELEMENT_ID, problems)}
    </div>
    ${
      result === undefined && !isPending
        ? nothing
        : html`<div class="field">
            <div class="label" id="preview-result-label">
              Result ${isPending ? html`<span class="state">updating…</span>` : nothing}
            </div>
            ${
              result === undefined
                ? nothing
                : html`<pre
                    class="result"
                    id="preview-result"
                    tabindex="0"
                    role="region"
                    aria-labelledby="preview-result-label"
                  >
${result}</pre>`
            }
          </div>`
    }
  </section>`;
}
