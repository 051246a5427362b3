/**
 * Whether this process still wants new connections. When it is about to stop, readiness says no, answers end their
 * connections, and clients and proxies go elsewhere before the port closes.
 */
export interface Lifecycle {
  readonly draining: boolean;
  drain(): void;
}

/** A process that has just begun. */
export function createLifecycle(): Lifecycle {
  let draining = false;
  return {
    get draining() {
      return draining;
    },
    drain() {
      draining = true;
    },
  };
}
