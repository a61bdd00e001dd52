/** One row of a list that a person chooses from. */
export interface PickChoice<Value> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly value: Value;
}
