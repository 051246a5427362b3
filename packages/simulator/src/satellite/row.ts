const skyKeys = ['groundK', 'seaK', 'sun', 'water', 'aloft', 'low', 'cumulus', 'cirrus', 'dust'] as const;
const landKeys = ['inland', 'green', 'elevation'] as const;
const placeKeys = ['lat', 'lon'] as const;
/** Of ice: the share that it covers, its temperature, and how much brighter it is where it leans towards the sun. */
const iceKeys = ['ice', 'iceK', 'relief'] as const;

export { landKeys, placeKeys, skyKeys };

/** What stands over one row, cell by cell, from which every band follows; lat and lon are NaN beside the earth. */
export type Row = Record<(typeof placeKeys | typeof skyKeys | typeof landKeys | typeof iceKeys)[number], Float32Array>;

export function rowOf(width: number): Row {
  const keys = [...placeKeys, ...skyKeys, ...landKeys, ...iceKeys];
  return Object.fromEntries(keys.map((key) => [key, new Float32Array(width)])) as Row;
}
