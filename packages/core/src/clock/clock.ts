/** Time, given from outside so that tests decide what it is. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `action` once after `ms`; the returned function takes it back. A pending timer does not keep a process alive. */
  after(ms: number, action: () => void): () => void;
}
