import type { Badge } from '@toolyard/documents';
import { StateEffect, type Extension } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import { editorInfoField } from 'obsidian';
import type { BindingsHost } from './bindings-host.ts';
import { createBadge, isSameBadge } from './create-badge.ts';

/** How long nobody types before a note is read again; until then badges move along with their lines. */
const PAUSE_MS = 200;

const badgesRead = StateEffect.define<DecorationSet>();

/** Shows badges at the ends of lines, in live preview and in source mode. */
export function createEditorBadges(host: BindingsHost): Extension {
  return ViewPlugin.define((view) => new EditorBadges(view, host), { decorations: ({ decorations }) => decorations });
}

class EditorBadges {
  decorations: DecorationSet;
  private readonly view: EditorView;
  private readonly host: BindingsHost;
  private readonly stop: () => void;
  private timer: number | undefined;

  constructor(view: EditorView, host: BindingsHost) {
    this.view = view;
    this.host = host;
    this.decorations = this.read();
    this.stop = host.toolyard.servers.on(() => this.readSoon());
  }

  update({ docChanged, changes, transactions }: ViewUpdate): void {
    if (docChanged) {
      this.decorations = this.decorations.map(changes);
      this.readSoon();
    }
    for (const effect of transactions.flatMap(({ effects }) => effects)) {
      if (effect.is(badgesRead)) this.decorations = effect.value;
    }
  }

  destroy(): void {
    window.clearTimeout(this.timer);
    this.stop();
  }

  private get path(): string | undefined {
    return this.view.state.field(editorInfoField, false)?.file?.path;
  }

  private readSoon(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.view.dispatch({ effects: badgesRead.of(this.read()) }), PAUSE_MS);
  }

  private read(): DecorationSet {
    const { doc } = this.view.state;
    const { path } = this;
    if (path === undefined) return Decoration.none;
    const badges = this.host.toolyard.bindings.badgesOf({ path, text: doc.toString() });
    // The note may have another path by then.
    const press: PressBadge = (badge, event) => this.host.openBadgeMenu(this.path ?? path, badge, event);
    return Decoration.set(
      badges
        .filter(({ line }) => line <= doc.lines)
        .map((badge) =>
          Decoration.widget({ widget: new BadgeWidget(badge, press), side: 1 }).range(doc.line(badge.line).to),
        ),
      true,
    );
  }
}

type PressBadge = (badge: Badge, event: MouseEvent) => void;

class BadgeWidget extends WidgetType {
  private readonly badge: Badge;
  private readonly press: PressBadge;

  constructor(badge: Badge, press: PressBadge) {
    super();
    this.badge = badge;
    this.press = press;
  }

  override eq({ badge }: BadgeWidget): boolean {
    return isSameBadge(badge, this.badge);
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = createBadge(this.badge, (event) => {
      // It has moved along with its line since it was made.
      const line = view.state.doc.lineAt(view.posAtDOM(element)).number;
      this.press({ ...this.badge, line }, event);
    });
    return element;
  }
}
