import type { Badge } from '@toolyard/documents';
import { MarkdownRenderChild, TFile, type MarkdownPostProcessorContext, type TAbstractFile } from 'obsidian';
import type { BindingsHost } from './bindings-host.ts';
import { createBadge, isSameBadge } from './create-badge.ts';

/** After a change, Obsidian renders a moment later than the file is written. These waits are tried until both say the same. */
const WAITS_MS = [0, 50, 100, 200, 400, 800];

/** All parts of notes that are shown to be read, each of which may get a badge when a note is bound. */
export class ReadingBadges {
  private readonly host: BindingsHost;
  private readonly sections = new Set<SectionBadges>();
  private readonly timers = new Map<string, number>();

  constructor(host: BindingsHost) {
    this.host = host;
  }

  /** Shows the badges of a part that was just rendered. */
  add(element: HTMLElement, context: MarkdownPostProcessorContext): void {
    context.addChild(new SectionBadges(element, context, { host: this.host, sections: this.sections }));
  }

  /** Shows what a note that changed says by now. */
  showAgain(path: string, attempt = 0): void {
    window.clearTimeout(this.timers.get(path));
    const wait = WAITS_MS[attempt];
    if (wait === undefined) return;
    this.timers.set(
      path,
      window.setTimeout(() => void this.showIfRendered(path, attempt), wait),
    );
  }

  /** Shows everything anew, for other servers or settings. */
  showAllAgain(): void {
    for (const section of this.sections) section.show();
  }

  /** Takes all badges back. */
  remove(): void {
    for (const timer of this.timers.values()) window.clearTimeout(timer);
    for (const section of this.sections) section.unload();
  }

  private async showIfRendered(path: string, attempt: number): Promise<void> {
    const { vault } = this.host.app;
    const file = vault.getAbstractFileByPath(path);
    const shown = [...this.sections].filter((section) => section.path === path);
    if (!(file instanceof TFile) || shown.length === 0) return;
    const text = await vault.cachedRead(file);
    for (const section of shown) section.show();
    if (shown.some((section) => section.text !== text)) this.showAgain(path, attempt + 1);
  }
}

/** What the parts of a note share. */
interface Shown {
  readonly host: BindingsHost;
  readonly sections: Set<SectionBadges>;
}

/** The badges of one rendered part of a note. */
class SectionBadges extends MarkdownRenderChild {
  private readonly context: MarkdownPostProcessorContext;
  private readonly shown: Shown;
  private readonly note: TAbstractFile | null;
  private elements: readonly HTMLElement[] = [];
  private badges: readonly Badge[] = [];

  constructor(containerEl: HTMLElement, context: MarkdownPostProcessorContext, shown: Shown) {
    super(containerEl);
    this.context = context;
    this.shown = shown;
    this.note = shown.host.app.vault.getAbstractFileByPath(context.sourcePath);
  }

  /** Where the note is now: Obsidian keeps one object for it, also when it is renamed. */
  get path(): string {
    return this.note?.path ?? this.context.sourcePath;
  }

  /** The text of the note that this is rendered from. */
  get text(): string | undefined {
    return this.context.getSectionInfo(this.containerEl)?.text;
  }

  override onload(): void {
    this.shown.sections.add(this);
    this.show();
  }

  override onunload(): void {
    this.shown.sections.delete(this);
    for (const element of this.elements) element.remove();
  }

  show(): void {
    const badges = this.findHere();
    const isSame =
      badges.length === this.badges.length && badges.every((badge, at) => isSameBadge(badge, this.badges[at] ?? badge));
    if (isSame) return;
    for (const element of this.elements) element.remove();
    this.badges = badges;
    this.elements = badges.map((badge, at) => {
      const element = createBadge(badge, (event) => {
        // It stays where it is while lines above it come and go.
        this.shown.host.openBadgeMenu(this.path, this.findHere()[at] ?? badge, event);
      });
      // Behind the words of a heading or paragraph; a list, a table or a fence has it above.
      const words = this.containerEl.find(':scope > :is(h1, h2, h3, h4, h5, h6, p)');
      if (words === null) this.containerEl.prepend(element);
      else words.append(element);
      return element;
    });
  }

  /** None where Obsidian does not know which part of which note this is, as in a preview of a link. */
  private findHere(): readonly Badge[] {
    const section = this.context.getSectionInfo(this.containerEl);
    if (section === null) return [];
    const { text, lineStart, lineEnd } = section;
    const badges = this.shown.host.toolyard.bindings.badgesOf({ path: this.path, text });
    return badges.filter(({ line }) => line > lineStart && line <= lineEnd + 1);
  }
}
