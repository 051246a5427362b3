import { File, ready, type GuessableDataTypes } from 'h5wasm';

/** A variable of a test file; a single number if its shape is empty. `scales` names its axes, rows first. */
export interface Hdf5Variable {
  data: GuessableDataTypes;
  shape: number[];
  chunks?: number[];
  attributes?: Record<string, GuessableDataTypes>;
  scales?: string[];
}

/** Writes an HDF5 file with these variables, reproducibly. Variables of one dimension are axes. */
export async function hdf5(
  variables: Record<string, Hdf5Variable>,
  attributes: Record<string, string> = {},
): Promise<Uint8Array> {
  const { FS } = await ready;
  const { now } = Date;
  Date.now = () => 0; // the library stores the time of writing
  try {
    write(variables, attributes);
  } finally {
    Date.now = now;
  }
  return FS.readFile(path);
}

const path = '/fixture.h5';

function write(variables: Record<string, Hdf5Variable>, attributes: Record<string, string>): void {
  const file = new File(path, 'w');
  for (const [name, value] of Object.entries(attributes)) file.create_attribute(name, value);
  for (const [name, { data, shape, chunks, attributes: own = {} }] of Object.entries(variables)) {
    const packing = chunks ? { chunks, compression: 'gzip' as const } : {};
    const dataset = file.create_dataset({ name, data, ...(shape.length > 0 && { shape }), ...packing });
    for (const [key, value] of Object.entries(own)) dataset.create_attribute(key, value);
    if (shape.length === 1) dataset.make_scale(name);
  }
  for (const [name, { scales = [] }] of Object.entries(variables)) {
    const dataset = file.get(name);
    if (dataset && 'attach_scale' in dataset) scales.forEach((scale, i) => dataset.attach_scale(i, `/${scale}`));
  }
  file.close();
}
