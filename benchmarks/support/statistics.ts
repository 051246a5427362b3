/** Statistics of the rounds of one measurement. */
export interface Summary {
  min: number;
  max: number;
  mean: number;
  /** Standard deviation, 0 for a single round. */
  deviation: number;
}

export function summarise(values: readonly number[]): Summary {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0;
  return { min: Math.min(...values), max: Math.max(...values), mean, deviation };
}

/** The median, which one disturbed round does not change. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Quantiles by the nearest rank: the value that a share of all values does not exceed. */
export function quantilesOf(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((one, other) => one - other);
  return (share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Weights of ranks by Zipf's law, which add up to 1. */
export function zipfWeights(count: number, exponent = 1): number[] {
  const raw = Array.from({ length: count }, (_, i) => (i + 1) ** -exponent);
  const sum = raw.reduce((one, other) => one + other, 0);
  return raw.map((weight) => weight / sum);
}

/** `mean ± deviation (min … max) unit`, to three figures. */
export function inWords(values: readonly number[], unit: string): string {
  const { min, max, mean, deviation } = summarise(values);
  return `${figures(mean)} ± ${figures(deviation)} (${figures(min)} … ${figures(max)}) ${unit}`;
}

/** Three significant figures with thousands separators, no exponent. */
export function figures(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = Math.abs(value) >= 100 || value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
