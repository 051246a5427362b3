import { encodeCog, type Field, type Look } from '@severe/raster';
import { Piscina } from 'piscina';

export interface ValuesOrder {
  field: Field;
  reduce: Look['reduce'];
  units?: string;
}

/** What the thread does: encodes a value file, and hands its memory over. */
export default function encodeValues({ field, reduce, units }: ValuesOrder): Uint8Array {
  return Piscina.move(encodeCog(field, { reduce, units })) as Uint8Array;
}

/** Encodes the value file of a field in a thread of its own. The values are shared with it, not sent. */
export async function encodeValuesInThread(order: ValuesOrder): Promise<Uint8Array> {
  const pool = new Piscina<ValuesOrder, Uint8Array>({ filename: import.meta.url, maxThreads: 1 });
  try {
    return await pool.run({ ...order, field: { ...order.field, packed: share(order.field.packed) } });
  } finally {
    await pool.destroy();
  }
}

function share(packed: Field['packed']): Field['packed'] {
  const memory = new SharedArrayBuffer(packed.byteLength);
  const shared = packed instanceof Uint16Array ? new Uint16Array(memory) : new Int32Array(memory);
  shared.set(packed);
  return shared;
}
