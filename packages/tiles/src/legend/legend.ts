import { stopsOf, type PaletteName, type PaletteStop } from '@severe/catalogue';

/** The fields of a product that its legend needs. */
interface LegendProduct {
  id: string;
  name: string;
  units: string | null;
  min: number;
  max: number;
  threshold?: number;
  palette: PaletteStop[];
  colourBlind?: string[];
}

/** A step of the scale, from `value` up to the next step. */
export interface LegendStop {
  value: number;
  label: string;
  color: string;
}

/** A state without a value: drawn in its own colour, or not drawn (null). */
export interface LegendEntry {
  label: string;
  color: string | null;
  /** The threshold below which values are not drawn; null for other states. */
  value: number | null;
}

export interface Legend {
  product: string;
  name: string;
  units: string | null;
  /** Null for a composite. */
  min: number | null;
  max: number | null;
  palette: PaletteName;
  stops: LegendStop[];
  entries: LegendEntry[];
}

/**
 * The legend of a product in one of its palettes.
 *
 * @param others states without a value that are drawn, such as range-folded gates
 */
export function legendOf(
  product: LegendProduct,
  palette: PaletteName,
  others: Omit<LegendEntry, 'value'>[] = [],
): Legend {
  const { id, name, units, min, max, threshold } = product;
  const scaled = product.palette.length > 0;
  const stops = stopsOf(product, palette) ?? [];
  const below =
    threshold === undefined ? [] : [{ label: `Below ${withUnits(threshold, units)}`, color: null, value: threshold }];
  return {
    product: id,
    name,
    units,
    min: scaled ? min : null,
    max: scaled ? max : null,
    palette,
    stops: stops.map(([value, color], i) => ({ value, label: labelOf(stops, i, min), color })),
    entries: [
      ...others.map((other) => ({ ...other, value: null })),
      ...below,
      { label: 'No data', color: null, value: null },
    ],
  };
}

/** A first step that begins below the range is labelled by its end. */
function labelOf(stops: PaletteStop[], i: number, min: number): string {
  const [value] = stops[i];
  return i === 0 && value < min && stops.length > 1 ? `< ${numberText(stops[1][0])}` : numberText(value);
}

function withUnits(value: number, units: string | null): string {
  return units ? `${numberText(value)} ${units}` : numberText(value);
}

/** With a typographic minus sign. */
function numberText(value: number): string {
  return String(value).replace('-', '−');
}
