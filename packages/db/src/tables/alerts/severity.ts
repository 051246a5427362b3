/** Severities by rank. `Unknown` and others rank below and match no filter. */
export const severities = ['Minor', 'Moderate', 'Severe', 'Extreme'] as const;
export type Severity = (typeof severities)[number];

/** SQL: the rank of a severity, from 1 (`Minor`) to 4 (`Extreme`); 0 for any other word and for null. */
export function severityRankSql(severity: string): string {
  return `coalesce(array_position(array[${severities.map((word) => `'${word}'`).join(', ')}], ${severity}), 0)`;
}
