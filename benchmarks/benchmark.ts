/** One question about speed or size, and its measurement. */
export interface Benchmark {
  name: string;
  question: string;
  /** @param context.shared folder of real files; if absent, seeded files are used */
  run(context: { shared?: string; log: (line: string) => void }): Promise<Measurement[]>;
}

/** A measured number, and what it is compared with. */
export interface Measurement {
  what: string;
  value: number;
  unit: string;
  better: 'lower' | 'higher';
  /** The value of another program, from the same run unless its name says otherwise. */
  peer?: { name: string; value: number };
  target?: Target;
}

/** The target. */
export interface Target {
  /** Required ratio to the peer. */
  ratio: number;
  text: string;
  /** Where the time is spent, for a target that is known to be missed. */
  whyMissed?: string;
}
