/** Flags of a coefficient: which of its neighbours are significant, and which are negative. */
export const stateFlag = {
  neighbours: 0x00ff,
  northEast: 0x0001,
  southEast: 0x0002,
  southWest: 0x0004,
  northWest: 0x0008,
  north: 0x0010,
  east: 0x0020,
  south: 0x0040,
  west: 0x0080,
  northNegative: 0x0100,
  eastNegative: 0x0200,
  southNegative: 0x0400,
  westNegative: 0x0800,
  significant: 0x1000,
  refined: 0x2000,
  visited: 0x4000,
};

/** Flags of the row below, which a stripe must ignore if contexts are vertically causal. */
export const rowBelow = stateFlag.southEast | stateFlag.south | stateFlag.southWest | stateFlag.southNegative;

/** Context of the significance of a coefficient, by band orientation, then by neighbours (table D.1). */
export const zeroCodingContexts: Uint8Array[] = [0, 1, 2, 3].map((orientation) =>
  Uint8Array.from({ length: 256 }, (_, flags) => {
    const count = (...of: number[]): number => of.filter((flag) => flags & flag).length;
    const diagonal = count(stateFlag.northEast, stateFlag.southEast, stateFlag.southWest, stateFlag.northWest);
    const [beside, above] = [count(stateFlag.east, stateFlag.west), count(stateFlag.north, stateFlag.south)];
    if (orientation === 3) return ofDiagonals(diagonal, beside + above);
    return orientation === 1 ? ofSides(above, beside, diagonal) : ofSides(beside, above, diagonal);
  }),
);

function ofSides(first: number, second: number, diagonal: number): number {
  if (first === 2) return 8;
  if (first === 1) {
    if (second > 0) return 7;
    return diagonal > 0 ? 6 : 5;
  }
  return second > 0 ? 2 + second : Math.min(diagonal, 2);
}

function ofDiagonals(diagonal: number, sides: number): number {
  if (diagonal >= 3) return 8;
  if (diagonal === 2) return sides > 0 ? 7 : 6;
  return (diagonal === 1 ? 3 : 0) + Math.min(sides, 2);
}

/** Context of a sign, and in bit 7 whether the decoded bit is inverted, by bits 4 to 11 of the flags (table D.3). */
export const signContexts = Uint8Array.from({ length: 256 }, (_, bits) => {
  const flags = bits << 4;
  const side = (there: number, negative: number): number => (flags & there ? (flags & negative ? -1 : 1) : 0);
  const beside = Math.sign(side(stateFlag.east, stateFlag.eastNegative) + side(stateFlag.west, stateFlag.westNegative));
  const above = Math.sign(
    side(stateFlag.north, stateFlag.northNegative) + side(stateFlag.south, stateFlag.southNegative),
  );
  const turned = beside < 0 || (beside === 0 && above < 0);
  const [h, v] = turned ? [-beside, -above] : [beside, above];
  return 9 + (h === 0 ? v : 3 + v) + (turned ? 0x80 : 0);
});
