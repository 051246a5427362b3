/**
 * The polygons of a TWKB polygon or multipolygon without bounds and sizes, as `scripts/build-county-boundaries.mjs` writes them.
 *
 * @see https://github.com/TWKB/Specification/blob/master/twkb.md
 */
export function readTwkb(bytes: Uint8Array): [lon: number, lat: number][][][] {
  let at = 2;
  const scale = 10 ** unzigzag(bytes[0] >> 4);
  const type = bytes[0] & 15;
  if ((type !== 3 && type !== 6) || bytes[1] !== 0) {
    throw new Error(`expected TWKB polygons without bounds and sizes, got type ${type} and flags ${bytes[1]}`);
  }
  let [x, y] = [0, 0];

  function unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      if (at >= bytes.length) throw new Error(`expected more than ${bytes.length} bytes of TWKB`);
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }
  const list = <T>(read: () => T): T[] => Array.from({ length: unsigned() }, read);
  const position = (): [number, number] => {
    x += unzigzag(unsigned());
    y += unzigzag(unsigned());
    return [x / scale, y / scale];
  };
  const polygon = () => list(() => list(position));
  return type === 6 ? list(polygon) : [polygon()];
}

/** Signed numbers are stored as 0, -1, 1, -2, … */
function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
