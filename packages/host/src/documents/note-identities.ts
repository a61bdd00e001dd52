/** Tells notes apart by what they are and not by their paths: a note that is renamed or moved stays the same one. */
export class NoteIdentities {
  private readonly byPath = new Map<string, string>();
  private count = 0;

  /** The identity of the note at a path. */
  of(path: string): string {
    const known = this.byPath.get(path) ?? `note-${++this.count}`;
    this.byPath.set(path, known);
    return known;
  }

  /** Where a note is now; `undefined` where it is gone. */
  pathOf(identity: string): string | undefined {
    for (const [path, known] of this.byPath) if (known === identity) return path;
    return undefined;
  }

  /** The paths that are known at a path, or below it where that is a folder. */
  below(path: string): readonly string[] {
    return [...this.byPath.keys()].filter(
      (each) => each === path || (/^[/\\]/.test(each.slice(path.length)) && each.startsWith(path)),
    );
  }

  /** Moves a note, or all notes of a folder. */
  rename(from: string, to: string): void {
    const moved = this.below(from).map((path) => [path, this.byPath.get(path)] as const);
    if (moved.length === 0) this.byPath.delete(to);
    for (const [path, known] of moved) {
      this.byPath.delete(path);
      if (known !== undefined) this.byPath.set(to + path.slice(from.length), known);
    }
  }

  /** Whatever comes to this path later is another note. */
  remove(path: string): void {
    this.byPath.delete(path);
  }
}
