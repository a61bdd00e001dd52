import type { AskedQuestion, Pressure, Question } from '@toolyard/core';

/** What a server asks while one call runs. */
export interface CallQuestions {
  /** Puts a question by `put`; the call rests while it is open. */
  ask(question: Question, put: (question: Question) => AskedQuestion): AskedQuestion;
  /** The call has a slot again: answers go to the server. Says whether the call goes on, or rests on for another question. */
  admit(): boolean;
}

/** The call that is asked about. */
export interface PausedCall {
  /** It waits for an answer: it needs no slot, and its clocks stop. */
  rest(): void;
  /** It needs a slot again; false where it is over, so that nothing has to wait for one. */
  wake(): boolean;
}

/** No questions yet. An answer waits for the call's slot, since the server goes on with its work when it has it. */
export function createCallQuestions(call: PausedCall): CallQuestions {
  const open = new Set<Question>();
  const answers = new Map<Question, () => Pressure>();
  let isResting = false;

  function take(question: Question, deliver: () => Pressure): Pressure {
    if (!open.delete(question)) return undefined;
    // Answered at once, as a refusal is: the call has not left its slot.
    if (!isResting) return deliver();
    answers.set(question, deliver);
    if (call.wake()) return undefined;
    answers.delete(question);
    return deliver();
  }

  return {
    ask(question, put) {
      open.add(question);
      const asked = put({
        frame: question.frame,
        onAnswer: (answer) => take(question, () => question.onAnswer(answer)),
      });
      if (open.has(question) && !isResting) {
        isResting = true;
        call.rest();
      }
      return {
        cancel(reason) {
          answers.delete(question);
          if (!open.delete(question)) return;
          asked.cancel(reason);
          if (isResting && open.size === 0) call.wake();
        },
      };
    },
    admit() {
      const ready = [...answers.values()];
      answers.clear();
      for (const deliver of ready) void deliver();
      isResting = open.size > 0;
      return !isResting;
    },
  };
}
