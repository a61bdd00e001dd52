/** A place for secrets that the system protects, such as a keychain; rejects where it cannot be used. */
export interface SecretStore {
  /** The value kept under this name; `undefined` where there is none. */
  read(name: string): Promise<string | undefined>;
  keep(name: string, value: string): Promise<void>;
}
