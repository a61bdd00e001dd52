import MarkdownIt from 'markdown-it';
import type * as Obsidian from 'obsidian';
import { markCallouts } from './callouts.ts';
import { Component } from './component.ts';
import type { TFile } from './vault.ts';

interface Section {
  readonly text: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}

interface ShownSection {
  section: Section;
  readonly element: HTMLElement;
  readonly component: Component;
}

const markdown = new MarkdownIt({ html: true });

/** A note as it is read: one element for each top-level block, rendered again only where its text changed. */
export class ReadingView extends Component {
  private readonly parent: HTMLElement;
  private readonly file: TFile;
  private readonly processors: readonly Obsidian.MarkdownPostProcessor[];
  private shown: readonly ShownSection[] = [];
  private text = '';

  constructor(parent: HTMLElement, file: TFile, processors: readonly Obsidian.MarkdownPostProcessor[]) {
    super();
    this.parent = parent;
    this.file = file;
    this.processors = processors;
  }

  show(text: string): void {
    this.text = text;
    const left = [...this.shown];
    const next = readSections(text).map((section) => {
      const index = left.findIndex((each) => each.section.text === section.text);
      const [kept] = index === -1 ? [] : left.splice(index, 1);
      if (kept !== undefined) kept.section = section;
      return kept ?? { section, element: this.parent.createDiv(), component: this.addChild(new Component()) };
    });
    const fresh = next.filter((each) => !this.shown.includes(each));
    this.shown = next;
    for (const { element, component } of left) {
      this.removeChild(component);
      element.remove();
    }
    for (const { element } of next) this.parent.append(element);
    for (const each of fresh) this.render(each);
  }

  /** Renders everything anew. */
  showAgain(): void {
    for (const { element, component } of this.shown) {
      this.removeChild(component);
      element.remove();
    }
    this.shown = [];
    this.show(this.text);
  }

  override onunload(): void {
    this.parent.empty();
  }

  private render(shown: ShownSection): void {
    renderMarkdown(shown.element, shown.section.text);
    const context: Obsidian.MarkdownPostProcessorContext = {
      docId: this.file.path,
      sourcePath: this.file.path,
      frontmatter: undefined,
      addChild: (child) => void shown.component.addChild(child),
      getSectionInfo: (element) => this.findSection(element),
    };
    for (const process of this.processors) void process(shown.element, context);
  }

  private findSection(element: HTMLElement): Obsidian.MarkdownSectionInformation | null {
    const found = this.shown.find((each) => each.element.contains(element));
    if (found === undefined) return null;
    const { lineStart, lineEnd } = found.section;
    return { text: this.text, lineStart, lineEnd };
  }
}

/** Shows Markdown in an element. */
export function renderMarkdown(element: HTMLElement, text: string): void {
  element.innerHTML = markdown.render(text);
  markCallouts(element);
}

function readSections(text: string): readonly Section[] {
  const lines = text.split('\n');
  const first = lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0;
  return markdown
    .parse(lines.slice(first).join('\n'), {})
    .filter(({ level, map }) => level === 0 && map !== null)
    .map(({ map }) => {
      const [start = 0, end = 0] = map ?? [];
      const part = lines.slice(first + start, first + end);
      return {
        text: part.join('\n'),
        lineStart: first + start,
        lineEnd: first + start + part.join('\n').trimEnd().split('\n').length - 1,
      };
    });
}
