import { encodeCog, type Field, type Look } from '@severe/raster';
import { Piscina } from 'piscina';

export interface ValuesTask {
  field: Field;
  reduce: Look['reduce'];
  units?: string;
}

/** The thread's task: encodes a value file and transfers its memory. */
export default function encodeValues({ field, reduce, units }: ValuesTask): Uint8Array {
  return Piscina.move(encodeCog(field, { reduce, units })) as Uint8Array;
}

/** Encodes the value file of a field in a separate thread, which reads the values from shared memory. */
export async function encodeValuesInThread(task: ValuesTask): Promise<Uint8Array> {
  const pool = new Piscina<ValuesTask, Uint8Array>({ filename: import.meta.url, maxThreads: 1 });
  try {
    return await pool.run({ ...task, field: { ...task.field, packed: share(task.field.packed) } });
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
