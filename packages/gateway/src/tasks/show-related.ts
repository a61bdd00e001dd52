import { decodeString, findRelatedTask, ToolyardError, type Frame, type Question } from '@toolyard/core';
import type { KnownTask } from './known-tasks.ts';

/** The name of the task that a server's message says it belongs to. */
export function relatedTaskOf(frame: Frame): string | undefined {
  const span = findRelatedTask(frame, 'params');
  return span && decodeString(frame.bytes, span);
}

/** A message of a server with our id for the task it belongs to. */
export function showRelated<Client>(frame: Frame, { id }: KnownTask<Client>): Frame {
  const span = findRelatedTask(frame, 'params');
  return span === undefined ? frame : frame.edited([{ span, text: JSON.stringify(id) }]);
}

/** A question of a server about a task, whose answer names the task as the server does. */
export function showQuestion<Client>(question: Question, task: KnownTask<Client>): Question {
  return {
    frame: showRelated(question.frame, task),
    onAnswer(answer) {
      if (ToolyardError.is(answer)) return question.onAnswer(answer);
      const span = findRelatedTask(answer, 'result');
      // Whatever the client names there: the answer is about this task and no other.
      const edits = span === undefined ? [] : [{ span, text: JSON.stringify(task.serverId) }];
      return question.onAnswer(answer.edited(edits));
    },
  };
}
