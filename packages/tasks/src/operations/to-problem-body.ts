import { PROBLEMS, toProblemType, type Problem } from '../domain/problem.ts';

/** A problem as it is sent. */
export function toProblemBody({ kind, detail, errors, currentVersion }: Problem, requestId: string): object {
  const { status, title } = PROBLEMS[kind];
  return {
    type: toProblemType(kind),
    title,
    status,
    detail,
    request_id: requestId,
    ...(errors === undefined ? {} : { errors }),
    ...(currentVersion === undefined ? {} : { current_version: currentVersion }),
  };
}
