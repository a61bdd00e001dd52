import { toVisible } from '@toolyard/core';
import { prepareFuzzySearch, SuggestModal } from 'obsidian';
import type { ListedTool } from '../../tools/list-tools.ts';
import { searchTools, type TextMatcher } from '../../tools/search-tools.ts';
import { attempt } from '../settings/settings-parts.ts';
import { throttle } from '../settings/throttle.ts';
import { showHints, toSummary } from './show-hints.ts';
import type { ToolsHost } from './tools-host.ts';

const REFRESH_MS = 250;

/** Lets a person choose a tool by a part of its name, its server or its description. */
export class ToolPicker extends SuggestModal<ListedTool> {
  private readonly host: ToolsHost;
  private readonly question: { readonly server?: string; readonly choose: (tool: ListedTool) => void };
  private readonly refresh = throttle(() => this.takeOver(), REFRESH_MS);
  private tools: readonly ListedTool[] = [];
  private stop: (() => void) | undefined;

  /** With `server`, its tools alone are offered, since the section is bound to it. */
  constructor(host: ToolsHost, question: ToolPicker['question']) {
    super(host.app);
    this.host = host;
    this.question = question;
    const { server } = question;
    this.setPlaceholder(
      server === undefined
        ? 'Insert a call of…'
        : `Insert a call of a tool of ${toVisible(server)}, which this section is bound to…`,
    );
    this.emptyStateText = 'No tool matches. Tools of a server are known when it has run once.';
    this.inputEl.setAttr('aria-label', 'Search tools');
  }

  override onOpen(): void {
    this.readTools();
    void super.onOpen();
    this.stop = this.host.toolyard.servers.on(this.refresh);
    void attempt(() => this.host.toolyard.tools.learn()).then(this.refresh);
  }

  override onClose(): void {
    this.stop?.();
    this.refresh.cancel();
    super.onClose();
  }

  override getSuggestions(query: string): ListedTool[] {
    return [...searchTools(this.tools, query, toFuzzyMatcher)];
  }

  override renderSuggestion(tool: ListedTool, element: HTMLElement): void {
    element.addClass('toolyard-suggestion');
    const title = element.createDiv({ cls: 'toolyard-suggestion-title' });
    title.createSpan({ cls: 'toolyard-suggestion-label', text: toVisible(tool.id) });
    showHints(title, tool);
    const detail = toSummary(tool.description);
    if (detail !== '') element.createDiv({ cls: 'toolyard-suggestion-detail', text: detail });
  }

  override onChooseSuggestion(tool: ListedTool): void {
    this.question.choose(tool);
  }

  private readTools(): void {
    const { server } = this.question;
    this.tools = this.host.toolyard.tools
      .list()
      .filter((tool) => tool.isOn && (server === undefined || tool.server === server));
  }

  /** Obsidian asks for suggestions again when something is typed. */
  private takeOver(): void {
    const before = this.tools.length;
    this.readTools();
    if (this.tools.length !== before) this.inputEl.dispatchEvent(new Event('input'));
  }
}

/** Obsidian's own fuzzy search. */
export function toFuzzyMatcher(query: string): TextMatcher {
  const search = prepareFuzzySearch(query);
  return (text) => search(text)?.score;
}
