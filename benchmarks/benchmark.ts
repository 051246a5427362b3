/** One question about speed or size, and its measurement. */
export interface Benchmark {
  name: string;
  question: string;
  /** What it does not measure. */
  leavesOut: string;
  run(context: BenchmarkContext): Promise<Measurement[]>;
}

/** What a benchmark is given. */
export interface BenchmarkContext {
  /** Folder of real files; if absent, seeded files are used. */
  shared?: string;
  /** Length of the measurement, for a benchmark that watches over time; default: its own. */
  minutes?: number;
  /** Measures on one core with 2 GB of memory, for a benchmark that can. */
  isSmall?: boolean;
  log: (line: string) => void;
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
  /** Values over the time of the measurement, or over sizes. */
  course?: Course;
}

/** Values over time, or over sizes that are drawn by their logarithm: each line has one for each of them. */
export interface Course {
  unit: string;
  /** Minutes from the start of the measurement, or sizes. */
  minutes: number[];
  /** What the sizes are of: `rows`. */
  sizesOf?: string;
  lines: { name: string; values: number[] }[];
}

/** The target. */
export interface Target {
  /** Required ratio to the peer. */
  ratio: number;
  text: string;
  /** Where the time is spent, for a target that is known to be missed. */
  whyMissed?: string;
}

/** A number that is to be at most so much. @param whyMissed see `Target` */
export function atMost(what: string, value: number, unit: string, most: number, whyMissed?: string): Measurement {
  const target = { ratio: 1, text: `at most ${most} ${unit}`, ...(whyMissed && { whyMissed }) };
  return { what, value, unit, better: 'lower', peer: { name: 'limit', value: most }, target };
}
