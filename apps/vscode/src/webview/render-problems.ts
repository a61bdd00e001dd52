import { html, nothing, type TemplateResult } from 'lit';
import type { FieldProblem } from '../form/protocol.ts';
import { countProblems, listProblems, type ListedProblem } from './list-problems.ts';
import type { PageContext } from './page-context.ts';

/** What is wrong, below the control with that id; the words say how bad it is, not only the colour. */
export function renderProblems(id: string, problems: readonly FieldProblem[]): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  return html`<ul class="problems" id=${problemsId(id)}>
    ${problems.map((problem) => html`<li class=${problem.severity}>${toSentence(problem)}</li>`)}
  </ul>`;
}

/** The id of the problems of a control. */
export function problemsId(id: string): string {
  return `${id}-problems`;
}

/** The same as one text, for what cannot refer to it. */
export function toProblemText(problems: readonly FieldProblem[]): string {
  return problems.map(toSentence).join(' ');
}

/** A control is invalid where something keeps the form from being saved. */
export function hasErrors(problems: readonly FieldProblem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** All problems of the form, each with a way to its control. */
export function renderSummary(page: PageContext): TemplateResult | typeof nothing {
  const problems = listProblems(page.view);
  if (problems.length === 0) return nothing;
  return html`<section class="summary" aria-labelledby="summary-title">
    <h2 id="summary-title">${countProblems(problems)}</h2>
    <ul>
      ${problems.map((problem) => html`<li class=${problem.severity}>${renderLink(page, problem)}</li>`)}
    </ul>
  </section>`;
}

function renderLink(page: PageContext, problem: ListedProblem): TemplateResult | string {
  const { element, label } = problem;
  if (element === undefined) return toSentence(problem);
  function go(event: Event): void {
    event.preventDefault();
    page.goTo(element ?? '');
  }
  return html`<a href=${`#${element}`} @click=${go}>${label}</a> <span>${toSentence(problem)}</span>`;
}

function toSentence({ severity, message }: FieldProblem): string {
  return `${severity === 'error' ? 'Error' : 'Warning'}: ${message}`;
}
