import type { BACK } from '@toolyard/host';
import type { PickChoice } from './pick-choice.ts';

/** What every question says that may be one of several. */
export interface StepOptions {
  readonly title: string;
  /** Which of how many, from 1; a person can go back from all but the first. Absent for a question that stands alone. */
  readonly step?: { readonly number: number; readonly of: number };
  /** A person can go back from the first one too. */
  readonly canGoBack?: boolean;
  /** What is asked, in a sentence. */
  readonly prompt?: string;
  /** Aborted, it takes the question back. */
  readonly signal?: AbortSignal;
}

/** `undefined` where the person leaves, `BACK` where they want the question before. */
export type StepAnswer<Value> = Promise<Value | typeof BACK | undefined>;

/** Asks questions one after the other at the top of the window. They stay when the person looks something up elsewhere. */
export interface StepDialogs {
  askText(
    options: StepOptions & {
      readonly value?: string;
      readonly isSecret?: boolean;
      /** What is wrong with a text, as it is typed. */
      readonly validate?: (text: string) => string | undefined;
    },
  ): StepAnswer<string>;
  /** Lets a person choose one; the row of `active` is marked at first. */
  askOne<Value>(
    choices: readonly PickChoice<Value>[],
    options: StepOptions & { readonly active?: number },
  ): StepAnswer<Value>;
  /** Lets a person choose several; those of `chosen` are at first. What is wrong with a choice is said when they want to go on. */
  askMany<Value>(
    choices: readonly PickChoice<Value>[],
    options: StepOptions & {
      readonly chosen: readonly Value[];
      readonly validate: (values: readonly Value[]) => string | undefined;
    },
  ): StepAnswer<readonly Value[]>;
}
