import { Dataset, File, ready } from 'h5wasm';

/** A file as the HDF5 library reads it. */
export interface OpenNetcdf {
  /** Stored numbers of a variable, or of a block of it, `[from, to]` for each dimension. */
  stored(name: string, block?: [number, number][]): ArrayLike<number>;
  shape(name: string): number[];
  attribute(name: string, key: string): unknown;
  /** Names of the scales that are attached to the dimensions of a variable. */
  scales(name: string): string[];
  names(): string[];
}

/** Opens bytes for as long as `use` runs. */
export async function withNetcdf<T>(bytes: Uint8Array, use: (file: OpenNetcdf) => T): Promise<T> {
  const { FS } = await ready;
  const path = '/simulated.nc';
  FS.writeFile(path, bytes);
  const file = new File(path, 'r');
  const dataset = (name: string): Dataset => {
    const found = file.get(name);
    if (!(found instanceof Dataset)) throw new Error(`there is no variable ${name}`);
    return found;
  };
  try {
    return use({
      stored: (name, block) => (block ? dataset(name).slice(block) : dataset(name).value) as ArrayLike<number>,
      shape: (name) => dataset(name).shape ?? [],
      attribute: (name, key) => (name === '' ? file.attrs : dataset(name).attrs)[key].value,
      scales: (name) =>
        (dataset(name).shape ?? []).flatMap((_, i) =>
          dataset(name)
            .get_attached_scales(i)
            .map((scale) => scale.replace(/^\//, '')),
        ),
      names: () => file.keys(),
    });
  } finally {
    file.close();
    FS.unlink(path);
  }
}
