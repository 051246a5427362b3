import {
  derivedWords,
  derivedWordsOfNcep,
  memberWords,
  processWords,
  processWordsOfNcep,
  statisticWords,
} from './code-words.ts';
import type { Derivation } from './derivation.ts';
import type { Grib2Field } from './field.ts';
import type { Interval, Statistic } from './interval.ts';
import { ncepCentre, type Parameter } from './parameters/index.ts';
import type { Product } from './product.ts';

/** The identity of a field in words; members that do not apply are absent. */
export interface FieldIdentity {
  /** The abbreviation of the quantity, and what the values are of it: `Probability of TMP below 273 K`, `REFC, ensemble mean`. */
  name: string;
  /** Units of the values; undefined if unknown, `''` if they have none. */
  units: string | undefined;
  /** How the values came about: `forecast`, `observation`. */
  process?: string;
  /** A statistic over an interval: `sum`, `maximum`, or `mean of maximum` of several ranges; `unknown` if missing. */
  statistic?: string;
  /** The interval of the statistic; null if it is unknown. */
  interval?: Interval | null;
  ensemble?: { type: string; member?: number; members?: number };
  probability?: ProbabilityOf;
  percentile?: number | null;
}

/** The event of a probability. Limits are in `units`, those of the quantity or its statistic. */
export interface ProbabilityOf {
  event: ProbabilityEvent;
  lower?: number;
  upper?: number;
  units?: string;
}

type ProbabilityEvent =
  'below' | 'above' | 'between' | 'equal' | 'above normal' | 'near normal' | 'below normal' | 'true' | 'unknown';

type Described = Pick<Grib2Field, 'parameter' | 'product' | 'identification'>;

/** Describes what a field is, from section 4. */
export function identityOf({ parameter, product, identification }: Described): FieldIdentity {
  const { process, over, derivation } = product;
  return {
    name: nameOf(parameter, product, identification.centre),
    units: unitsOf(parameter, product),
    ...(process === undefined ? {} : { process: processWord(process, identification.centre) }),
    ...(over ? { statistic: statisticText(over), interval: over.interval ?? null } : {}),
    ...derivationOf(derivation, unitsOfQuantity(parameter, product), identification.centre),
  };
}

function processWord(process: number, centre: number): string {
  const local = centre === ncepCentre ? processWordsOfNcep[process] : undefined;
  return processWords[process] ?? local ?? `process ${process}`;
}

/** The statistics of all ranges of time, the outermost first. */
function statisticText({ types }: Statistic): string {
  return types.length === 0 ? 'unknown' : types.map(statisticWord).join(' of ');
}

function statisticWord(type: number | undefined): string {
  return type === undefined ? 'unknown' : (statisticWords[type] ?? `statistic ${type}`);
}

function derivationOf(derivation: Derivation, units: string | undefined, centre: number): Partial<FieldIdentity> {
  switch (derivation.kind) {
    case 'member': {
      const { type, member, members } = derivation;
      const words = type === undefined ? 'member' : (memberWords[type] ?? `type ${type}`);
      return { ensemble: { type: words, ...present({ member, members }) } };
    }
    case 'derived': {
      const { members } = derivation;
      return { ensemble: { type: derivedWord(derivation, centre), ...present({ members }) } };
    }
    case 'probability': {
      const { lower, upper } = limitsOf(derivation);
      return { probability: { event: eventOf(derivation), ...present({ lower, upper, units }) } };
    }
    case 'percentile':
      return { percentile: derivation.percentile ?? null };
    default:
      return {};
  }
}

/** Members that are not undefined. */
function present<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function derivedWord({ type }: Extract<Derivation, { kind: 'derived' }>, centre: number): string {
  if (type === undefined) return 'derived from an ensemble';
  const local = centre === ncepCentre ? derivedWordsOfNcep[type] : undefined;
  return derivedWords[type] ?? local ?? `derived forecast ${type}`;
}

type Probability = Extract<Derivation, { kind: 'probability' }>;

/** Table 4.9: the event, and which of the limits it has. */
const events: Record<number, [event: ProbabilityEvent, ...limits: ('lower' | 'upper')[]]> = {
  0: ['below', 'lower'],
  1: ['above', 'upper'],
  2: ['between', 'lower', 'upper'],
  3: ['above', 'lower'],
  4: ['below', 'upper'],
  5: ['equal', 'lower'],
  6: ['above normal'],
  7: ['near normal'],
  8: ['below normal'],
  9: ['true'],
};

function eventOf({ type }: Probability): ProbabilityEvent {
  return type === undefined ? 'unknown' : (events[type]?.[0] ?? 'unknown');
}

/** The limits that the event has; encoders leave arbitrary numbers in the other. */
function limitsOf({ type, ...limits }: Probability): Pick<Probability, 'lower' | 'upper'> {
  const [, ...used] = (type !== undefined && events[type]) || ['unknown', 'lower', 'upper'];
  return Object.fromEntries(used.map((limit) => [limit, limits[limit]]));
}

function probabilityText(derivation: Probability, units: string | undefined): string {
  const event = eventOf(derivation);
  const { lower, upper } = limitsOf(derivation);
  const limit = (value: number | undefined) =>
    value === undefined ? 'an unknown limit' : `${Number(value.toPrecision(9))} ${units ?? ''}`.trimEnd();
  switch (event) {
    case 'below':
    case 'above':
      return `${event} ${limit(lower ?? upper)}`;
    case 'between':
      return `from ${limit(lower)} to ${limit(upper)}`;
    case 'equal':
      return `equal to ${limit(lower)}`;
    case 'true':
      return 'being true';
    case 'unknown':
      return derivation.type === undefined ? 'for an unknown event' : `of type ${derivation.type}`;
    default:
      return `in the ${event} category`;
  }
}

/** Statistics that leave the meaning of the quantity as it is; others are part of its name. */
const plainStatistics = new Set([0, 1, 2, 3, 11]);

function nameOf(parameter: Parameter, product: Product, centre: number): string {
  const { constituent, over, derivation } = product;
  const quantity = constituent === undefined ? parameter.id : `${parameter.id} of constituent ${constituent}`;
  const unusual = over?.types.some((type) => type !== undefined && !plainStatistics.has(type));
  const base = over && unusual ? `${quantity}, ${statisticText(over)}` : quantity;
  switch (derivation.kind) {
    case 'probability':
      return `Probability of ${base} ${probabilityText(derivation, unitsOfQuantity(parameter, product))}`;
    case 'derived':
      return `${base}, ${derivedWord(derivation, centre)}`;
    case 'percentile':
      return `${base}, percentile ${derivation.percentile ?? 'unknown'}`;
    case 'quantile':
      return `${base}, quantile ${derivation.quantile ?? 'unknown'} of ${derivation.of ?? 'unknown'}`;
    case 'area-statistic':
      return `${base}, ${statisticWord(derivation.type)} of an area`;
    case 'error':
      return `${base}, error`;
    case 'category':
      return `${base}, category`;
    case 'other':
      return `${base} of template ${product.template}`;
    default:
      return base;
  }
}

/**
 * Units of a sum over time: the units of the quantity times seconds, unless the quantity is itself an amount (table 4.10,
 * note 1).
 */
const unitsOfSums: Record<string, string> = { 'kg/m^2/s': 'kg/m^2', 'W/m^2': 'J/m^2' };

const squared = (units: string): string => (units === '' ? '' : /^\w+$/.test(units) ? `${units}^2` : `(${units})^2`);

/** Changes of units by statistics of table 4.10; the others keep them. */
const unitsByStatistic: Record<number, (units: string) => string | undefined> = {
  1: (units) => unitsOfSums[units] ?? units,
  7: squared,
  9: () => '',
  10: () => '',
  12: () => undefined,
  100: () => undefined,
  102: () => undefined,
};

/** Changes of units by derived forecasts of table 4.7. */
const unitsByDerived: Record<number, (units: string) => string> = { 3: () => '', 5: () => '', 10: squared };

/** Units of the quantity, or of its statistic over an interval. */
function unitsOfQuantity({ units }: Parameter, { over }: Product): string | undefined {
  let result = units;
  for (const type of over?.types.toReversed() ?? []) {
    const change = type === undefined ? undefined : unitsByStatistic[type];
    if (result !== undefined && change) result = change(result);
  }
  return result;
}

function unitsOf(parameter: Parameter, product: Product): string | undefined {
  const { derivation } = product;
  if (derivation.kind === 'probability') return '%';
  if (derivation.kind === 'category') return undefined;
  const units = unitsOfQuantity(parameter, product);
  if (units === undefined || derivation.kind !== 'derived' || derivation.type === undefined) return units;
  return unitsByDerived[derivation.type]?.(units) ?? units;
}
