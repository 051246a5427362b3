/** Codes of the markers that are looked at. */
const marker = { start: 0xd8, end: 0xd9, scan: 0xda } as const;

/**
 * Tells a decoder that three bands are no luminance and chrominance. Marker, length, "Adobe", version, two words of flags,
 * transform 0.
 */
const adobeWithoutTransform = Buffer.from('ffee000e41646f626500640000000000', 'hex');

/**
 * A JPEG block of a TIFF as a picture of its own: with the shared tables, which are a JPEG without any scan, in front.
 *
 * @param bands 'as they are' where the decoder must not take them for luminance and chrominance
 * @see TIFF Technical Note 2, "JPEGTables"
 */
export function withTables(block: Uint8Array, tables: Uint8Array | undefined, bands?: 'as they are'): Uint8Array {
  const rest = block.subarray(2);
  const shared = tables ? tables.subarray(2, endOf(tables)) : new Uint8Array(0);
  const note = bands ? adobeWithoutTransform : new Uint8Array(0);
  return Buffer.concat([Uint8Array.of(0xff, marker.start), note, shared, rest]);
}

/** Where the marker "end of image" stands in the tables, if it does. */
function endOf(tables: Uint8Array): number {
  const last = tables.length - 2;
  return tables[last] === 0xff && tables[last + 1] === marker.end ? last : tables.length;
}

/** What the frame header says, before any pixel is decoded. */
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

/** Markers C0 to CF are frames, but for those of tables (C4, CC) and the reserved C8. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}
