const skyKeys = ['groundK', 'seaK', 'sun', 'water', 'aloft', 'low', 'cumulus', 'cirrus', 'dust'] as const;
const landKeys = ['inland', 'green', 'elevation'] as const;
const placeKeys = ['lat', 'lon'] as const;
/** Ice: cover, temperature, and brightness factor of slopes that face the sun. */
const iceKeys = ['ice', 'iceK', 'relief'] as const;

export { landKeys, placeKeys, skyKeys };

/** The state over one row, cell by cell, from which every band is computed; lat and lon are NaN outside the earth's disk. */
export type Row = Record<(typeof placeKeys | typeof skyKeys | typeof landKeys | typeof iceKeys)[number], Float32Array>;

export function rowOf(width: number): Row {
  const keys = [...placeKeys, ...skyKeys, ...landKeys, ...iceKeys];
  return Object.fromEntries(keys.map((key) => [key, new Float32Array(width)])) as Row;
}
