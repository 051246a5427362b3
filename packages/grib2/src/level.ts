import type { Surface } from './product.ts';

/** The text form of a surface of table 4.5, alone and as a bound of a layer. */
interface Words {
  /** Converts the stored value to the printed one. */
  show?: (value: number) => number;
  /** Printed after the value. */
  unit?: string;
  /** Printed after the two values of a layer, if different. */
  layerUnit?: string;
  /** Printed alone, without a value. */
  fixed?: string;
}

const perHundred = (pascals: number): number => pascals / 100;

/** The forms of NCEP's inventories, such as `2 m above ground`, with which `.idx` files are searched. */
const surfaceWords: Record<number, Words> = {
  1: { fixed: 'surface' },
  2: { fixed: 'cloud base' },
  3: { fixed: 'cloud top' },
  4: { fixed: '0C isotherm' },
  5: { fixed: 'level of adiabatic condensation from sfc' },
  6: { fixed: 'max wind' },
  7: { fixed: 'tropopause' },
  8: { fixed: 'top of atmosphere' },
  10: { fixed: 'entire atmosphere' },
  14: { fixed: 'level of free convection' },
  20: { unit: 'K level' },
  100: { show: perHundred, unit: 'mb' },
  101: { fixed: 'mean sea level' },
  102: { unit: 'm above mean sea level' },
  103: { unit: 'm above ground' },
  104: { unit: 'sigma level', layerUnit: 'sigma layer' },
  105: { unit: 'hybrid level', layerUnit: 'hybrid layer' },
  106: { unit: 'm underground' },
  107: { unit: 'K isentropic level' },
  108: { show: perHundred, unit: 'mb above ground' },
  200: { fixed: 'entire atmosphere (considered as a single layer)' },
  204: { fixed: 'highest tropospheric freezing level' },
  214: { fixed: 'low cloud layer' },
  215: { fixed: 'cloud ceiling' },
  224: { fixed: 'middle cloud layer' },
  234: { fixed: 'high cloud layer' },
};

/** The level or layer of a field as text; `''` if it has none, the table's numbers if unknown. */
export function levelText([first, second]: Surface[]): string {
  if (!first) return '';
  const words = surfaceWords[first.type];
  if (words?.fixed) return words.fixed;
  if (!second || second.type !== first.type) return text(first, words);
  const top = shown(second, words);
  return `${shown(first, words)}-${top} ${words?.layerUnit ?? words?.unit ?? `(surface ${first.type})`}`;
}

function text(surface: Surface, words: Words | undefined): string {
  if (words) return `${shown(surface, words)} ${words.unit}`;
  return surface.value === undefined ? `surface ${surface.type}` : `${surface.value} (surface ${surface.type})`;
}

function shown({ value = 0 }: Surface, words: Words | undefined): number {
  return words?.show ? words.show(value) : value;
}
