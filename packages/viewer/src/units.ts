import { metresPerFoot, metresPerMile, mpsPerKnot, mpsPerMph } from '@severe/geo';
import { language, locale, t } from './language.ts';
import { signal } from '@preact/signals-core';
import { recall } from './browser-storage.ts';

/** Systems of units of measure that a reader can choose. */
export const unitSystems = ['us', 'metric', 'si'] as const;
export type UnitSystem = (typeof unitSystems)[number];

/** A unit as it is shown: `shown = base × factor + offset`. */
interface Shown {
  name: string;
  factor: number;
  offset?: number;
  digits: number;
}

const shown = (name: string, factor: number, digits = 0, offset = 0): Shown => ({ name, factor, digits, offset });

/** What is measured, by kind with its base unit: how each system shows it. */
const kinds = {
  /** °C */
  temperature: { us: shown('°F', 1.8, 0, 32), metric: shown('°C', 1, 1), si: shown('K', 1, 1, 273.15) },
  /** K */
  difference: { us: shown('°F', 1.8, 1), metric: shown('°C', 1, 1), si: shown('K', 1, 1) },
  /** m/s */
  speed: { us: shown('mph', 1 / mpsPerMph), metric: shown('km/h', 3.6), si: shown('m/s', 1, 1) },
  /** mm, of rain and hail */
  depth: { us: shown('in', 1 / 25.4, 2), metric: shown('mm', 1, 1), si: shown('mm', 1, 1) },
  /** km above the ground or the sea */
  height: { us: shown('kft', 1 / metresPerFoot, 1), metric: shown('km', 1, 1), si: shown('km', 1, 1) },
  /** m */
  length: { us: shown('ft', 1 / metresPerFoot), metric: shown('m', 1), si: shown('m', 1) },
  /** m, of rivers */
  level: { us: shown('ft', 1 / metresPerFoot, 2), metric: shown('m', 1, 2), si: shown('m', 1, 2) },
  /** km over the ground */
  distance: { us: shown('mi', 1000 / metresPerMile), metric: shown('km', 1), si: shown('km', 1) },
  /** hPa */
  pressure: { us: shown('inHg', 0.0295299831, 2), metric: shown('hPa', 1, 1), si: shown('hPa', 1, 1) },
  /** m³/s */
  flow: { us: shown('ft³/s', 1 / 0.028316846592), metric: shown('m³/s', 1, 1), si: shown('m³/s', 1, 1) },
  /** km² */
  area: { us: shown('mi²', 1 / 2.589988110336), metric: shown('km²', 1), si: shown('km²', 1) },
} satisfies Record<string, Record<UnitSystem, Shown>>;

/** Units of the service: what they measure, and their size in the base unit. */
const given: Record<string, [kind: keyof typeof kinds, size: number] | undefined> = {
  degC: ['temperature', 1],
  K: ['difference', 1],
  'm/s': ['speed', 1],
  'km/h': ['speed', 1 / 3.6],
  kt: ['speed', mpsPerKnot],
  mph: ['speed', mpsPerMph],
  mm: ['depth', 1],
  in: ['depth', 25.4],
  km: ['height', 1],
  m: ['length', 1],
  'stage ft': ['level', metresPerFoot],
  'stage m': ['level', 1],
  'distance km': ['distance', 1],
  hPa: ['pressure', 1],
  'ft3/s': ['flow', 0.028316846592],
  km2: ['area', 1],
};

/** Units that every system shows alike, in the usual typography. */
const common: Record<string, string> = { 'kg/m2': 'kg/m²', 'm2/s2': 'm²/s²', '0.001/s': '× 10⁻³/s', deg: '°' };

/** On a page: what the browser remembers. A signal: what is shown in units follows it. */
const chosen = signal<UnitSystem>(
  typeof document === 'undefined' ? 'metric' : rememberedUnits(recall('units'), navigator.language),
);

/** The chosen system. */
export const unitSystem = (): UnitSystem => chosen.value;

/** Chooses the system for everything that is shown from now on. */
export function chooseUnits(system: UnitSystem): void {
  chosen.value = system;
}

/** The system that was chosen in this browser, else US units for American English, and metric ones. */
export function rememberedUnits(stored: string | null, language: string): UnitSystem {
  const remembered = unitSystems.find((system) => system === stored);
  return remembered ?? (/-US$/i.test(language) ? 'us' : 'metric');
}

/** The name of a unit of the service as it is shown; empty for null. */
export function unitName(unit: string | null): string {
  return shownOf(unit)?.name ?? common[unit ?? ''] ?? unit ?? '';
}

/** A value in the chosen system. @param unit of the value, as the service names it */
export function converted(value: number, unit: string | null): number {
  const to = shownOf(unit);
  return to ? value * given[unit!]![1] * to.factor + (to.offset ?? 0) : value;
}

/** The inverse of `converted`. */
export function inServiceUnit(value: number, unit: string): number {
  const to = shownOf(unit);
  return to ? (value - (to.offset ?? 0)) / to.factor / given[unit]![1] : value;
}

/** A number in the chosen system without its unit. @param digits after the point; default: those of the unit */
export function number(value: number, unit: string | null, digits = shownOf(unit)?.digits ?? 1): string {
  const rounded = Number(converted(value, unit).toFixed(digits));
  return (rounded === 0 ? 0 : rounded).toLocaleString(language === 'en' ? 'en-US' : locale, {
    maximumFractionDigits: digits,
  });
}

/** A value with its unit in the chosen system: `82 °F`. */
export function quantity(value: number, unit: string | null, digits?: number): string {
  return `${number(value, unit, digits)} ${unitName(unit)}`.trim();
}

function shownOf(unit: string | null): Shown | undefined {
  const [kind] = given[unit ?? ''] ?? [];
  return kind && kinds[kind][chosen.value];
}

/** A direction, in degrees clockwise from north, as one of eight points of the compass. */
export function compassPoint(degrees: number): string {
  return t`N NE E SE S SW W NW`.split(' ')[Math.round(degrees / 45) % 8];
}
