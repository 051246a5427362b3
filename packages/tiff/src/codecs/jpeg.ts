/** Codes of JPEG markers. */
const marker = { start: 0xd8, end: 0xd9, scan: 0xda } as const;

/**
 * An APP14 segment that states that three bands are not luminance and chrominance: marker, length, "Adobe", version, two
 * words of flags, transform 0.
 */
const adobeWithoutTransform = Buffer.from('ffee000e41646f626500640000000000', 'hex');

/**
 * A JPEG block of a TIFF as a complete JPEG image: the shared tables, which are a JPEG without a scan, precede it.
 *
 * @param noTransform whether the bands are not luminance and chrominance
 * @see TIFF Technical Note 2, "JPEGTables"
 */
export function withTables(block: Uint8Array, tables: Uint8Array | undefined, noTransform: boolean): Uint8Array {
  const rest = block.subarray(2);
  const shared = tables ? tables.subarray(2, endOf(tables)) : new Uint8Array(0);
  const note = noTransform ? adobeWithoutTransform : new Uint8Array(0);
  return Buffer.concat([Uint8Array.of(0xff, marker.start), note, shared, rest]);
}

/** Offset of the marker "end of image" in the tables, or their length. */
function endOf(tables: Uint8Array): number {
  const last = tables.length - 2;
  return tables[last] === 0xff && tables[last + 1] === marker.end ? last : tables.length;
}

/** The size in the frame header; no pixel is decoded. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number; bands: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const code = bytes[at + 1];
    if (code === marker.scan) return undefined;
    if (isFrame(code)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), bands: bytes[at + 9] };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Markers C0 to CF are frames, except tables (C4, CC) and the reserved C8. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}
