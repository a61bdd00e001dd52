import type { Operation } from './operation.ts';

/** The operations of a path, whatever their methods. */
export function findOperations(operations: readonly Operation[], url: string): readonly Operation[] {
  const path = toPath(url);
  return operations.filter(({ path: pattern }) => {
    const parts = pattern.split('/');
    const given = path.split('/');
    return (
      parts.length === given.length && parts.every((part, index) => part === given[index] || isId(part, given[index]))
    );
  });
}

/** An address without its query and the slash at its end. */
export function toPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

function isId(part: string, given: string | undefined): boolean {
  return part === '{id}' && given !== undefined && given !== '';
}
