/** An area with text attributes. */
export interface ShapeRecord {
  /** Clockwise rings are shells, as ESRI defines. */
  rings: [lon: number, lat: number][][];
  attributes: Record<string, string>;
}

/**
 * The `.shp` and `.dbf` files of areas.
 *
 * @see ESRI Shapefile Technical Description, July 1998, and the dBASE III file format
 */
export function shapefile(records: ShapeRecord[]): { shp: Buffer; dbf: Buffer } {
  return { shp: shapesOf(records), dbf: tableOf(records.map(({ attributes }) => attributes)) };
}

const polygonType = 5;

function shapesOf(records: ShapeRecord[]): Buffer {
  const contents = records.map(({ rings }, i) => {
    const points = rings.flat();
    const body = Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
    body.writeInt32LE(polygonType, 0);
    writeBox(body, 4, points);
    body.writeInt32LE(rings.length, 36);
    body.writeInt32LE(points.length, 40);
    let first = 0;
    rings.forEach((ring, part) => {
      body.writeInt32LE(first, 44 + 4 * part);
      first += ring.length;
    });
    const start = 44 + 4 * rings.length;
    points.forEach(([lon, lat], at) => {
      body.writeDoubleLE(lon, start + 16 * at);
      body.writeDoubleLE(lat, start + 16 * at + 8);
    });
    const head = Buffer.alloc(8);
    head.writeInt32BE(i + 1, 0);
    head.writeInt32BE(body.length / 2, 4); // in words of two bytes
    return Buffer.concat([head, body]);
  });
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + contents.reduce((sum, { length }) => sum + length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(polygonType, 32);
  writeBox(header, 36, records.flatMap(({ rings }) => rings.flat())); // prettier-ignore
  return Buffer.concat([header, ...contents]);
}

function writeBox(buffer: Buffer, at: number, points: [lon: number, lat: number][]): void {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of points) {
    [west, south, east, north] = [Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat)];
  }
  [west, south, east, north].forEach((value, i) => buffer.writeDoubleLE(value, at + 8 * i));
}

const fieldLength = 100;

function tableOf(rows: Record<string, string>[]): Buffer {
  const names = Object.keys(rows[0]);
  const header = Buffer.alloc(32 + 32 * names.length + 1);
  header.writeUInt8(3, 0);
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + fieldLength * names.length, 10);
  names.forEach((name, i) => {
    header.write(name, 32 + 32 * i, 'latin1');
    header.write('C', 32 + 32 * i + 11, 'latin1');
    header.writeUInt8(fieldLength, 32 + 32 * i + 16);
  });
  header.writeUInt8(0x0d, header.length - 1);
  const records = rows.map((row) => {
    const record = Buffer.alloc(1 + fieldLength * names.length, ' ');
    names.forEach((name, i) => record.write(row[name], 1 + fieldLength * i, fieldLength, 'utf8'));
    return record;
  });
  return Buffer.concat([header, ...records, Buffer.of(0x1a)]);
}
