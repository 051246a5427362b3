import { TaskPool, withMemory } from '@severe/async/task-pool';
import { encodeCog, type Field, type Look } from '@severe/raster';

export interface ValuesTask {
  field: Field;
  reduce: Look['reduce'];
  units?: string;
}

/** The thread's task: encodes a value file and transfers its memory. */
export default function encodeValues({ field, reduce, units }: ValuesTask): Uint8Array {
  const values = encodeCog(field, { reduce, units });
  return withMemory(values, [values.buffer as ArrayBuffer]);
}

/** Encodes the value file of a field in a separate thread, which reads the values from shared memory. */
export async function encodeValuesInThread(task: ValuesTask): Promise<Uint8Array> {
  const pool = new TaskPool({ module: import.meta.url });
  try {
    const shared = { ...task, field: { ...task.field, packed: share(task.field.packed) } };
    return await pool.run<Uint8Array>(shared);
  } finally {
    await pool.close();
  }
}

function share(packed: Field['packed']): Field['packed'] {
  const memory = new SharedArrayBuffer(packed.byteLength);
  const shared = packed instanceof Uint16Array ? new Uint16Array(memory) : new Int32Array(memory);
  shared.set(packed);
  return shared;
}
