import { toDueMoment } from '../domain/due-date.ts';
import type { TaskContent } from '../domain/task.ts';

/** A title as lists compare it. */
export function toTitleKey(title: string): string {
  return title.toLowerCase();
}

/** What a search looks through: no word reaches over the end of a line. */
export function toSearchKey({ title, description, tags }: Pick<TaskContent, 'title' | 'description' | 'tags'>): string {
  return [title, description ?? '', ...tags].join('\n').toLowerCase();
}

/** The words of a search, each of which a task must have somewhere. */
export function toSearchWords(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** When a task becomes overdue. */
export function toDueAt(dueDate: string | null): string | null {
  return dueDate === null ? null : toDueMoment(dueDate);
}
