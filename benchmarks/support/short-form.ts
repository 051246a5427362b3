/** `BENCH_SHORT=1`: every benchmark runs whole, and so short that its figures mean nothing. Files are seeded, and nothing is stored. */
export const isShort = process.env.BENCH_SHORT === '1';

/** A number of a benchmark, or the one of its shortest form. */
export const unlessShort = (full: number, short: number): number => (isShort ? short : full);
