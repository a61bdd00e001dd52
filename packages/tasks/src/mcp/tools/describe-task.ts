import type { Task } from '../../domain/task.ts';

/** One line about a task, for people. */
export function describeTask(task: Partial<Task>): string {
  const { id, title, completed, priority, due_date: dueDate, tags = [] } = task;
  const facts = [
    ...(priority === undefined ? [] : [priority]),
    ...(typeof dueDate === 'string' ? [`due ${dueDate}`] : []),
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`]),
  ];
  const box = completed === undefined ? '' : completed ? '[x] ' : '[ ] ';
  const name = title === undefined ? '' : ` ${toLine(title)}`;
  return `${box}#${id}${name}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`;
}

/** What a backend did not do although it was asked. */
export function describeNotKept(fields: readonly string[]): string[] {
  return fields.length === 0 ? [] : [`The backend did not keep: ${fields.join(', ')}.`];
}

/** A text on one line. */
function toLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
