/** One question about speed or size, and how to answer it. */
export interface Benchmark {
  name: string;
  question: string;
  /** @param context.shared folder of real files; seeded ones are used in their place where it is absent */
  run(context: { shared?: string; log: (line: string) => void }): Promise<Measurement[]>;
}

/** A number that was measured, and what it is held against. */
export interface Measurement {
  what: string;
  value: number;
  unit: string;
  better: 'lower' | 'higher';
  /** What another program needed for the same, in the same run unless its name says otherwise. */
  peer?: { name: string; value: number };
  target?: Target;
}

/** How good we want to be. */
export interface Target {
  /** How many times better than the peer. */
  ratio: number;
  text: string;
  /** Where the time goes, for a target that is known to be missed. */
  whyMissed?: string;
}
