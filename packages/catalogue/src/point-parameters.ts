import type { RasterProduct } from './product.ts';

/** What can be asked for at places. */
export interface PointParameter {
  id: string;
  name: string;
  about: string;
  /** Null for words. */
  units: string | null;
}

/** The parameters of a radar mosaic: its value, and why there is none. */
export function radarParameters({
  id,
  name,
  about,
  units,
}: RasterProduct): [value: PointParameter, status: PointParameter] {
  const reasons = '`ok`, or why there is no value: `below_threshold`, `no_data` or `outside`.';
  return [
    { id, name, about, units },
    { id: `${id}-status`, name: `${name}: status`, about: reasons, units: null },
  ];
}
