/** What one parameter of an operation may be. */
export interface ParameterRule {
  /**
   * `text`: any text. `line`: one line, not empty. `lines`: a list of such. `number`: a whole number from 1. `flag`: true or false.
   * `choice`: one of `values`, and never a template. `prompt`: a text in which everything that comes from the event is marked as data.
   * `chat`: a prompt of which no value is a command or a reference for a chat. `words`: arguments of a program, of which no value makes an option. `variables`: texts by name, for its environment.
   */
  readonly kind: 'text' | 'line' | 'lines' | 'number' | 'flag' | 'choice' | 'prompt' | 'chat' | 'words' | 'variables';
  readonly about: string;
  readonly required?: true;
  /** Required where this other parameter is absent. */
  readonly requiredUnless?: string;
  /** Taken as it is written, so that what was approved is what is used; all other texts are templates. */
  readonly fixed?: true;
  /** Of a choice. */
  readonly values?: readonly string[];
  /** Of a number. */
  readonly max?: number;
  /** A list may have nothing in it. */
  readonly mayBeEmpty?: true;
  readonly default?: string | boolean | number;
  /** What is wrong with one of its lines, to be read after its name; asked about what is written and what it becomes. */
  readonly check?: (line: string) => string | undefined;
}

/** The parameters of one operation, by name. */
export type ParameterRules = Readonly<Record<string, ParameterRule>>;

/** The operations of a kind of action, by name. */
export type Operations<Name extends string = string> = Readonly<Record<Name, ParameterRules>>;

/** What a file says of an operation: the parameters that its rules name, as they are written. */
export type OperationParameters<Name extends string> = Readonly<Record<string, unknown>> & {
  readonly operation: Name;
  /** Milliseconds. */
  readonly timeout: number;
};

/** The parameters of an operation with everything put in. */
export type OperationValues = Readonly<
  Record<string, string | number | boolean | readonly string[] | Readonly<Record<string, string>>>
>;

/** What is wrong with a text that stands for a parameter, or for one of its lines, to be read after its name. */
export function checkParameter(
  text: string,
  { kind, check }: Pick<ParameterRule, 'kind' | 'check'>,
): string | undefined {
  if (text.includes('\0')) return 'must not contain a NUL character';
  if (kind === 'text' || kind === 'words' || kind === 'variables') return undefined;
  if (text === '') return 'is empty';
  if (kind === 'prompt' || kind === 'chat') return undefined;
  return /[\r\n]/.test(text) ? 'must be one line' : check?.(text);
}
