/** Both sides carry it in every message, and drop what has another: a page can outlive an update of the extension. */
export const FORM_PROTOCOL = 1;

/** What a field of the form holds: a text, a check mark, a list of texts, or texts by name in their order. */
export type FieldValue = string | boolean | readonly string[] | readonly NamedText[];

/** One line of a field of the kind `pairs`. */
export interface NamedText {
  readonly name: string;
  readonly value: string;
}

/** One entry of a select. */
export interface FieldChoice {
  readonly value: string;
  readonly label: string;
  /** A line of explanation. */
  readonly about?: string;
}

/** Something to be said at a field; an `error` keeps the form from being saved. */
export interface FieldProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** What every field of the form has. */
interface CommonField {
  /** Names the field in messages; unique in the form, and the same at every look. */
  readonly key: string;
  readonly label: string;
  /** A line of help below or beside it. */
  readonly about?: string;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  /** Only the file can change it: the page offers `openFile` with its key. */
  readonly isInFile?: true;
  readonly problems: readonly FieldProblem[];
}

/** One line of text, or several where `isLong`. Numbers are typed as text too: the host says what is wrong with them. */
export interface ShownTextField extends CommonField {
  readonly kind: 'text';
  readonly value: string;
  readonly isLong: boolean;
  /** `number` for a keyboard with digits; the value is a text all the same. */
  readonly input: 'text' | 'number';
  readonly placeholder?: string;
  /** Values of the event can stand in it as `{name}`: the page completes them from `contextNames`. */
  readonly isTemplate: boolean;
  /** It begins with one line and grows with what is typed, as code or as prose. */
  readonly box?: 'code' | 'text';
  /** Offered as it is typed; anything else may be typed as well. */
  readonly suggestions?: readonly string[];
}

/** A select. Where the value is none of the choices, the page shows it as it is. */
export interface ShownChoiceField extends CommonField {
  readonly kind: 'choice';
  readonly value: string;
  readonly choices: readonly FieldChoice[];
}

/** A check box. */
export interface FlagField extends CommonField {
  readonly kind: 'flag';
  readonly value: boolean;
}

/** A list of texts that lines are added to and taken from. */
export interface ListField extends CommonField {
  readonly kind: 'list';
  readonly value: readonly string[];
  readonly placeholder?: string;
  /** What the button that adds a line says, e.g. `Add Path`. */
  readonly addLabel: string;
  readonly isTemplate: boolean;
  /** The page completes lines from the last `servers` message: with `server:tool`, or with the ids of servers. */
  readonly offers?: 'tools' | 'servers';
}

/** Texts by name that lines are added to and taken from; a name alone or a value alone is kept while it is typed. */
export interface PairsField extends CommonField {
  readonly kind: 'pairs';
  readonly value: readonly NamedText[];
  readonly addLabel: string;
  readonly isTemplate: boolean;
}

/** The tool of an `mcp` action; a search over what the last `servers` message brought chooses another with `pickTool`. */
export interface ToolField extends CommonField {
  readonly kind: 'tool';
  /** Both empty where none is chosen. */
  readonly server: string;
  readonly tool: string;
  /** What is said of the chosen one beside its name, e.g. `available`, or `unavailable: the program was not found`. */
  readonly state: string;
  readonly toolAbout?: string;
}

/** A field with everything that is shown of it. */
export type ShownField = ShownTextField | ShownChoiceField | FlagField | ListField | PairsField | ToolField;

/** Fields below one heading, in the order in which they are shown. */
export interface FormSection {
  /** `hook`, `event`, `action`; stable, for element ids. */
  readonly id: string;
  readonly title: string;
  readonly fields: readonly ShownField[];
}

/** Where a parameter gets its value from; `none` where it has no mapping. */
export type RowSource = 'none' | 'context' | 'literal' | 'template';

/** What the text of a literal, or of a default, is read as. */
export type TypedAs = 'text' | 'number' | 'boolean' | 'json';

/** A value as it is typed: `true` and `false` for a boolean. */
export interface TypedValue {
  readonly as: TypedAs;
  readonly text: string;
}

/** What a person can change of the mapping of one parameter. */
export interface RowMapping {
  readonly source: RowSource;
  /** For `context` the name of a value, and for `template` a text or JSON with texts in it; kept while the source is `none`. */
  readonly value: TypedValue;
  /** Used if the value is missing; absent where there is none. */
  readonly default?: TypedValue;
}

/** What a parameter would get for the event of the preview. */
export type RowPreview =
  /** Nothing can be said yet, or the parameter is not set. */
  | { readonly kind: 'none' }
  /** `text` is JSON, cut where it is long. */
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'problem'; readonly message: string };

/** One parameter of the chosen tool, and where its value comes from. */
export interface ParameterRow {
  /** The parameter as mappings name it, `filter.tags` for a field of `filter`; unique in the form. */
  readonly parameter: string;
  /** For people: `string`, `list of strings`, `one of 3 values`, `object`, `any value`. */
  readonly type: string;
  readonly isRequired: boolean;
  /** The tool does not know it, or its schema is not known: the row can be taken away with `removeParameter`. */
  readonly isExtra: boolean;
  readonly about?: string;
  /** The default of the tool's schema as JSON, which the server uses where nothing is given. */
  readonly serverDefault?: string;
  /** Where the schema lists all that a literal can be, as their texts; a select for literals instead of an input. */
  readonly values?: readonly string[];
  readonly mapping: RowMapping;
  readonly problems: readonly FieldProblem[];
  readonly preview: RowPreview;
}

/** The mapping editor; absent where the action calls no tool, or none is chosen. */
export interface MappingView {
  /** How deep a row lies is in its name; a row comes after the one that it is part of. */
  readonly rows: readonly ParameterRow[];
  /** Parameters beside those of the rows may be added: the tool takes any, or its schema is not known. */
  readonly canAdd: boolean;
  /** What has to be known beside the rows, e.g. that the schema is not known yet, or that rows were left out. */
  readonly note?: string;
  /** How many parameters "Suggest by name" would fill. */
  readonly suggestions: number;
  /** About the mappings as a whole. */
  readonly problems: readonly FieldProblem[];
}

/** A name that can be used as a value of the chosen event, and what it is for the event of the preview, as cut JSON. */
export interface ContextName {
  readonly name: string;
  readonly example?: string;
}

/** The event that the preview is made for. */
export interface PreviewView {
  /** Recent events of this kind, the newest first, and `sample`. */
  readonly events: readonly FieldChoice[];
  readonly event: string;
  /** The values of the event as JSON; a person can edit them, and they are a sample from then on. */
  readonly sample: string;
  /** What is wrong with the sample, or keeps the preview from being made. */
  readonly problems: readonly FieldProblem[];
  /** All that the tool, the program or the operation would get, as JSON, cut where it is long; absent while something is wrong. */
  readonly result?: string;
  /** A newer preview is on its way. */
  readonly isPending: boolean;
}

/** What is shown above the form. */
export interface FormNotice {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

/** Everything that the page shows; it has no rules of its own. */
export interface FormView {
  /** `New Hook`, or `Hook "report"`. */
  readonly title: string;
  readonly sections: readonly FormSection[];
  readonly mapping?: MappingView;
  readonly contextNames: readonly ContextName[];
  readonly preview: PreviewView;
  readonly notices: readonly FormNotice[];
  /** What is wrong with the hook and belongs to no field. */
  readonly problems: readonly FieldProblem[];
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Nothing is wrong, something is to be saved, and nothing is being saved. */
  readonly canSave: boolean;
  /** There is a place in a file to open; for a new hook there is none before it is saved. */
  readonly canOpenFile: boolean;
  /** The file got another version of the hook while this one was edited: a sentence, answered with `resolveConflict`. */
  readonly conflict?: string;
  /** The changes are from a form that was closed before they were saved: a sentence, answered with `startOver`. */
  readonly restored?: string;
  /** Why nothing can be changed, e.g. that the workspace is not trusted; fields are read-only then. */
  readonly readOnly?: string;
}

/** A tool in the picker. */
export interface PickerTool {
  readonly name: string;
  /** The first sentence of its description, cut. */
  readonly about?: string;
}

/** A server in the picker with its tools. */
export interface PickerServer {
  readonly id: string;
  readonly name: string;
  /** In words: `available`, `unavailable` or `unknown`. */
  readonly status: 'available' | 'unavailable' | 'unknown';
  /** Why it is not available. */
  readonly reason?: string;
  /** Whose files define it, e.g. `toolyard` or `vscode`. */
  readonly origin?: string;
  readonly tools: readonly PickerTool[];
}

/** Host to page. */
export type HostMessage =
  | {
      readonly protocol: typeof FORM_PROTOCOL;
      readonly type: 'show';
      /** The number of the last change that the view has in it: a page that has sent a higher one keeps what is typed in those fields. */
      readonly edit: number;
      readonly view: FormView;
      /** For `setState`, as it is: the editor gives it back to the host after a reload of the window. What is typed is not in it. */
      readonly kept: string;
    }
  /** Sent before the first `show`, and when servers changed; not at every key, since there can be hundreds of tools. */
  | {
      readonly protocol: typeof FORM_PROTOCOL;
      readonly type: 'servers';
      readonly servers: readonly PickerServer[];
      /** More are being looked for. */
      readonly isLooking: boolean;
      /** What kept servers from being found, in sentences. */
      readonly warnings: readonly string[];
    };

/** Page to host. Those with `edit` change the form; it counts up from 1 in the life of a page. */
export type PageMessage =
  /** The page can show something; answered with `servers` and `show`. */
  | { readonly protocol: typeof FORM_PROTOCOL; readonly type: 'ready' }
  /** A field got another value, at every key. */
  | {
      readonly protocol: typeof FORM_PROTOCOL;
      readonly type: 'change';
      readonly edit: number;
      readonly key: string;
      readonly value: FieldValue;
    }
  | {
      readonly protocol: typeof FORM_PROTOCOL;
      readonly type: 'pickTool';
      readonly edit: number;
      readonly server: string;
      readonly tool: string;
    }
  /** The mapping of a parameter changed, at every key; always whole. */
  | {
      readonly protocol: typeof FORM_PROTOCOL;
      readonly type: 'map';
      readonly edit: number;
      readonly parameter: string;
      readonly mapping: RowMapping;
    }
  /** Adds a row for a parameter that the schema does not name. */
  | {
      readonly protocol: typeof FORM_PROTOCOL;
      readonly type: 'addParameter';
      readonly edit: number;
      readonly parameter: string;
    }
  | {
      readonly protocol: typeof FORM_PROTOCOL;
      readonly type: 'removeParameter';
      readonly edit: number;
      readonly parameter: string;
    }
  /** Fills the parameters that have no mapping from values of the same name. */
  | { readonly protocol: typeof FORM_PROTOCOL; readonly type: 'suggest'; readonly edit: number }
  /** Chooses the event of the preview, one of `PreviewView.events`. */
  | {
      readonly protocol: typeof FORM_PROTOCOL;
      readonly type: 'pickEvent';
      readonly edit: number;
      readonly event: string;
    }
  /** The values of the event of the preview, as JSON, at every key. */
  | {
      readonly protocol: typeof FORM_PROTOCOL;
      readonly type: 'sampleChanged';
      readonly edit: number;
      readonly text: string;
    }
  /** Looks for servers afresh; answered with `servers`. */
  | { readonly protocol: typeof FORM_PROTOCOL; readonly type: 'refreshServers' }
  /** Which of two versions goes on: that of the file, or that of the form. */
  | {
      readonly protocol: typeof FORM_PROTOCOL;
      readonly type: 'resolveConflict';
      readonly edit: number;
      readonly keep: 'file' | 'form';
    }
  /** Discards all changes; the form shows the hook as its file has it, or an empty one. */
  | { readonly protocol: typeof FORM_PROTOCOL; readonly type: 'startOver'; readonly edit: number }
  | { readonly protocol: typeof FORM_PROTOCOL; readonly type: 'save' }
  /** Opens the hooks file at the hook, or at the field of this key. */
  | { readonly protocol: typeof FORM_PROTOCOL; readonly type: 'openFile'; readonly key?: string }
  /** Closes the form without saving. */
  | { readonly protocol: typeof FORM_PROTOCOL; readonly type: 'cancel' };
