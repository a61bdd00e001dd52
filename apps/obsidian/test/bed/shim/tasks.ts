import type * as Obsidian from 'obsidian';

/** What the app waits for before it quits. */
export class Tasks implements Obsidian.Tasks {
  private readonly promises: Promise<unknown>[] = [];

  add(callback: () => Promise<unknown>): void {
    this.addPromise(callback());
  }

  addPromise(promise: Promise<unknown>): void {
    this.promises.push(promise);
  }

  isEmpty(): boolean {
    return this.promises.length === 0;
  }

  promise(): Promise<unknown> {
    return Promise.all(this.promises);
  }
}
