import { sources } from '@severe/catalogue';
import { atMost, type Measurement } from '../benchmark.ts';
import type { Journey } from './journeys.ts';
import { byKind, delaysOf, oursOf, totalOf } from './table.ts';

const cores = 2;

/** Targets for the 99th percentile from the appearance on, seconds. */
const mostSeconds: Record<string, number> = { mosaic: 12, 'site radar': 20, alerts: 35 };
/** Of it, the part of the alerts that is ours. */
const mostOwnSeconds = 2;
const mostShare = 60;

const sourceOf: Record<string, string> = {
  mosaic: 'radar',
  'site radar': 'nexrad',
  satellite: 'satellite',
  model: 'hrrr',
};

const whyLate =
  'observations: the mesonets of Synoptic Data are asked for state by state, each once in a quarter of an hour, and airports every five minutes';

/** What was measured of the service as a whole. */
interface Whole {
  /** Processors that were busy. */
  cores: number;
  peakMb: number;
  /** Of what appeared and was not superseded, from 0 to 1. */
  delivered: number;
}

/** The measurements, with their targets. */
export function measurementsOf(journeys: readonly Journey[], whole: Whole): Measurement[] {
  const kinds = byKind(journeys);
  const measured = [...kinds].flatMap(([kind, own]): Measurement[] => {
    const { p50, p99 } = delaysOf(own.map(totalOf));
    const what = `${kind}: from the provider to the client`;
    return [
      lower(`${what}, median`, p50 / 1000, 's'),
      lower(`${what}, 99th percentile`, p99 / 1000, 's', mostSeconds[kind]),
    ];
  });
  const alerts = kinds.get('alerts') ?? [];
  if (alerts.length > 0) {
    const { p99 } = delaysOf(alerts.map(oursOf));
    measured.push(lower('alerts: making and announcing, 99th percentile', p99 / 1000, 's', mostOwnSeconds));
  }
  const latest = Math.max(0, ...[...kinds].map(([kind, own]) => delaysOf(own.map(totalOf)).max / cadenceMs(kind)));
  const share = (100 * whole.cores) / cores;
  return [
    ...measured,
    atMost('the latest of all, as a share of the cadence of its source', 100 * latest, '%', 100, whyLate),
    delivered(100 * whole.delivered),
    lower('processor time of the service', share, '% of two cores', mostShare),
    lower('most memory of the service', whole.peakMb, 'MB'),
  ];
}

/** Time between two of a kind. */
export function cadenceMs(kind: string): number {
  const id = sourceOf[kind] ?? kind;
  return 1000 * (sources.find((source) => source.id === id)?.cadenceSeconds ?? Infinity);
}

function lower(what: string, value: number, unit: string, most?: number): Measurement {
  return most === undefined ? { what, value, unit, better: 'lower' } : atMost(what, value, unit, most);
}

function delivered(value: number): Measurement {
  return {
    what: 'arrived, of what was not superseded',
    value,
    unit: '%',
    better: 'higher',
    peer: { name: 'all', value: 100 },
    target: { ratio: 1, text: 'all' },
  };
}
