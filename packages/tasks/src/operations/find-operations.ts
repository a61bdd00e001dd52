import type { Operation, OperationId } from './operation.ts';
import { ProblemError } from './problem-error.ts';

/** The operations of a path, whatever their methods. */
export function findOperations<Id extends OperationId>(
  operations: readonly Operation<Id>[],
  url: string,
): readonly Operation<Id>[] {
  const path = toPath(url);
  return operations.filter(({ path: pattern }) => {
    const parts = pattern.split('/');
    const given = path.split('/');
    return (
      parts.length === given.length && parts.every((part, index) => part === given[index] || isId(part, given[index]))
    );
  });
}

/** The problem of an address without operations, or with others than the one that was asked for. */
export function toUnknownRoute(
  operations: readonly Operation[],
  { method, url }: { readonly method: string; readonly url: string },
): ProblemError {
  const methods = findOperations(operations, url).flatMap((found) =>
    found.method === 'GET' ? ['GET', 'HEAD'] : found.method,
  );
  if (methods.length === 0) {
    return new ProblemError({
      kind: 'not-found',
      detail: 'There is nothing at this path. See /docs for the available paths.',
    });
  }
  const allow = methods.join(', ');
  const detail = `${method} is not allowed here. Use ${allow}.`;
  return new ProblemError({ kind: 'method-not-allowed', detail, headers: { allow } });
}

/** The path with its id; what is no id may be anything, a title or a token too, and is not shown. */
export function toShownPath(pattern: string, url: string): string {
  const id = /\/(\d{1,16})$/.exec(toPath(url))?.[1];
  return id === undefined ? pattern : pattern.replace('{id}', id);
}

/** An address without its query and the slash at its end. */
function toPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

function isId(part: string, given: string | undefined): boolean {
  return part === '{id}' && given !== undefined && given !== '';
}
