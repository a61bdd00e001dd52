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

  rename(from: string, to: string): void {
    const moved = this.byPath.get(from);
    this.byPath.delete(from);
    if (moved === undefined) this.byPath.delete(to);
    else this.byPath.set(to, moved);
  }

  /** Whatever comes to this path later is another note. */
  remove(path: string): void {
    this.byPath.delete(path);
  }
}
