/** A hooks file in both formats that must be refused, and how. */
export interface WrongHooksFile {
  readonly name: string;
  /** `▲` stands before what each problem is about, and is not part of the text. */
  readonly json: string;
  readonly yaml: string;
  /** In the order of the text. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
  /** No schema can know it. */
  readonly isBeyondSchema?: true;
}
