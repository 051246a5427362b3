/** A promise of the service, and what was measured under a fault. */
export interface Finding {
  /** With its limit: `no connection is reset in 20 restarts`. */
  promise: string;
  measured: string;
  /** Skipped: a program or a service is missing, which `measured` names. */
  state: 'kept' | 'broken' | 'skipped';
}

/** A group of faults. */
export interface FaultSuite {
  /** One line for `--list`. */
  about: string;
  /** Causes the faults, and reports what was measured. An exception counts as a broken promise. */
  run(report: (finding: Finding) => void): Promise<void>;
}
