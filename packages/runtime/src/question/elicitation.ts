/** What a server asks a person for: a form to fill in, or a page to open; or why that cannot be told. */
export type Elicitation =
  | { readonly kind: 'form'; readonly message: string; readonly fields: readonly FormField[] }
  | { readonly kind: 'url'; readonly message: string; readonly url: string; readonly host: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The protocol's result of an elicitation. */
export type ElicitResult =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

/** One value that a form asks for; `kind` decides what it may be. */
export type FormField = TextField | NumberField | BooleanField | ChoiceField | ChoicesField;

interface Named {
  readonly name: string;
  /** What people call it; its name where the server says nothing else. */
  readonly title: string;
  readonly description: string | undefined;
  readonly required: boolean;
}

/** A text; lengths are in characters. */
export interface TextField extends Named {
  readonly kind: 'text';
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: string | undefined;
  readonly format: TextFormat | undefined;
  readonly preset: string | undefined;
}

/** The formats that a form can ask for. */
export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

/** A number, both limits included. */
export interface NumberField extends Named {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly preset: number | undefined;
}

/** A yes or no. */
export interface BooleanField extends Named {
  readonly kind: 'boolean';
  readonly preset: boolean | undefined;
}

/** One of several texts. */
export interface ChoiceField extends Named {
  readonly kind: 'choice';
  readonly choices: readonly Choice[];
  readonly preset: string | undefined;
}

/** Any of several texts, each once. */
export interface ChoicesField extends Named {
  readonly kind: 'choices';
  readonly choices: readonly Choice[];
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly preset: readonly string[] | undefined;
}

/** What can be chosen, and how it is shown. */
export interface Choice {
  readonly value: string;
  readonly title: string;
}
