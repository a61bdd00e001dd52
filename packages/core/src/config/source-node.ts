/** One value of a file together with where it stands, whatever format the file has. */
export interface SourceNode {
  readonly type: 'object' | 'array' | 'property' | 'string' | 'number' | 'boolean' | 'null';
  /** Where it begins in the text, and how far it goes. */
  readonly offset: number;
  readonly length: number;
  /** Of everything that has no parts. */
  readonly value?: unknown;
  /** The items of an array, the properties of an object, and of a property its key and its value. */
  readonly children?: readonly SourceNode[];
  readonly parent?: SourceNode;
}
