/** A field type: the size of one value in octets, and how to read one. */
export interface FieldType {
  size: number;
  read(view: DataView, at: number, little: boolean): number;
}

/**
 * Field types by their code. Texts (2) and opaque data (7) are read as octets.
 *
 * @see TIFF revision 6.0, section 2; the BigTIFF design for 16 to 18
 */
export const fieldTypes: Record<number, FieldType> = {
  1: { size: 1, read: (view, at) => view.getUint8(at) },
  2: { size: 1, read: (view, at) => view.getUint8(at) },
  3: { size: 2, read: (view, at, little) => view.getUint16(at, little) },
  4: { size: 4, read: (view, at, little) => view.getUint32(at, little) },
  5: { size: 8, read: (view, at, little) => view.getUint32(at, little) / view.getUint32(at + 4, little) },
  6: { size: 1, read: (view, at) => view.getInt8(at) },
  7: { size: 1, read: (view, at) => view.getUint8(at) },
  8: { size: 2, read: (view, at, little) => view.getInt16(at, little) },
  9: { size: 4, read: (view, at, little) => view.getInt32(at, little) },
  10: { size: 8, read: (view, at, little) => view.getInt32(at, little) / view.getInt32(at + 4, little) },
  11: { size: 4, read: (view, at, little) => view.getFloat32(at, little) },
  12: { size: 8, read: (view, at, little) => view.getFloat64(at, little) },
  13: { size: 4, read: (view, at, little) => view.getUint32(at, little) },
  16: { size: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
  17: { size: 8, read: (view, at, little) => Number(view.getBigInt64(at, little)) },
  18: { size: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
};

/** Codes of the field types that are written. */
export const writtenTypes = { ascii: 2, short: 3, long: 4, double: 12 } as const;
