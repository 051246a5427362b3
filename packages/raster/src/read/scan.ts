import type { Grib2Field } from '@severe/grib2';

type Packed = ReturnType<Grib2Field['packed']>['packed'];
type Scan = Grib2Field['grid']['scan'];

/** The points in map order: rows from the north, columns from the west (the order of the file is in table 3.4). */
export function northUp(packed: Packed, scan: Scan): Packed {
  const { width, height, eastwards, northwards, columnsFirst, alternating } = scan;
  const inOrder = eastwards > 0 && !columnsFirst && !alternating;
  if (inOrder && northwards < 0) return packed;
  const turned = packed instanceof Uint16Array ? new Uint16Array(packed.length) : new Int32Array(packed.length);
  for (let row = 0; row < height; row++) {
    const j = northwards > 0 ? height - 1 - row : row;
    if (inOrder) turned.set(packed.subarray(j * width, (j + 1) * width), row * width);
    else for (let column = 0; column < width; column++) copyCell(packed, scan, column, j, turned, row * width + column);
  }
  return turned;
}

function copyCell(packed: Packed, scan: Scan, column: number, j: number, turned: Packed, at: number): void {
  turned[at] = packed[scan.indexOf(scan.eastwards > 0 ? column : scan.width - 1 - column, j)];
}
