/** Counts the questions that are open on all links that share it. */
export interface QuestionLimit {
  readonly most: number;
  isReached(): boolean;
  add(): void;
  remove(): void;
}

/** A process often may have no more than 1,024 files and connections in all. */
const MOST_CONNECTIONS = 400;

/** A limit for servers at URLs: a call there holds a connection until its question is answered, and no call limit counts it meanwhile. */
export function createQuestionLimit(most: number = MOST_CONNECTIONS): QuestionLimit {
  let count = 0;
  return { most, isReached: () => count >= most, add: () => void count++, remove: () => void count-- };
}
