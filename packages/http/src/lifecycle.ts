/**
 * Whether the process accepts new connections. While it drains, the readiness probe fails and responses close their
 * connections, so that clients and proxies move to other processes before the port closes.
 */
export interface Lifecycle {
  readonly draining: boolean;
  drain(): void;
}

/** The lifecycle of a process that has just started. */
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
