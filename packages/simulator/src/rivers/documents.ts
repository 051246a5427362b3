import { offices } from '@severe/catalogue';
import { stateName } from '../land/counties.ts';
import { zuluTime } from '../land/utc-time.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { riverCenters } from './courses.ts';
import type { Gauge } from './gauges.ts';
import type { RiverForecast, Water } from './water.ts';

/** The provider's codes for a missing value, a missing threshold and a missing time. */
const noValue = -999;
const noThreshold = -9999;
const never = '0001-01-01T00:00:00Z';

/** Age of the last reading of a gauge out of service. */
const lastReadAgeMs = 9 * 24 * 3_600_000;

/** The state of a gauge at a time. */
export interface GaugeNow {
  gauge: Gauge;
  observed: Water | undefined;
  forecast: RiverForecast | undefined;
  now: number;
}

/** A gauge as an entry of the water prediction service's list. */
export function listEntry({ gauge, observed, forecast, now }: GaugeNow): object {
  const { lid, usgsId, name, lat, lon, rfc, wfo, county, outOfService } = gauge;
  const highest = forecast?.points.reduce((best, point) => (point.stage > best.stage ? point : best));
  const lastRead = outOfService === 'not current' ? zuluTime(now - lastReadAgeMs).slice(0, 11) + '12:00:00Z' : never;
  return {
    lid,
    usgsId,
    name,
    latitude: degrees(lat),
    longitude: degrees(lon),
    rfc: { abbreviation: rfc, name: riverCenters[rfc] },
    wfo: { abbreviation: wfo, name: offices.find(({ id }) => id === wfo)?.name ?? wfo },
    state: { abbreviation: county.state, name: stateName(county.state) },
    pedts: pedtsOf(gauge),
    status: {
      observed: stateOf(gauge, observed, lastRead, 'obs_not_current'),
      forecast: stateOf(gauge, highest, never, 'fcst_not_current'),
    },
  };
}

/** The page of a gauge, with its flood stages. */
export function detailPage(at: GaugeNow): object {
  const { gauge } = at;
  const { floods, outOfService, county } = gauge;
  const category = (stage: number | null | undefined) => ({ stage: stage ?? noThreshold, flow: noThreshold });
  return {
    ...listEntry(at),
    description: `${simulatedLabel}: no river was ever so high.`,
    county: county.name,
    timeZone: 'CST6CDT',
    inService: { enabled: !outOfService, message: outOfService ? `${simulatedLabel}: out of service` : '' },
    flood: {
      stageUnits: 'ft',
      flowUnits: 'kcfs',
      categories: {
        action: category(floods?.action),
        minor: category(floods?.minor),
        moderate: category(floods?.moderate),
        major: category(floods?.major),
      },
    },
  };
}

/** The forecast of a gauge; without points if it has none. */
export function forecastPage({ gauge, forecast }: GaugeNow): object {
  const { isFlowPrimary, wfo } = gauge;
  const [stage, flow] = [['Stage', 'ft'], ['Flow', 'kcfs']]; // prettier-ignore
  const [[primaryName, primaryUnits], [secondaryName, secondaryUnits]] = isFlowPrimary ? [flow, stage] : [stage, flow];
  const issued = forecast ? zuluTime(forecast.issuedAt) : never;
  return {
    pedts: pedtsOf(gauge).forecast,
    issuedTime: issued,
    wfo,
    timeZone: 'CST6CDT',
    primaryName,
    primaryUnits,
    secondaryName,
    secondaryUnits,
    data: (forecast?.points ?? []).map((water) => {
      const [primary, secondary] = inOrder(gauge, water);
      return { validTime: zuluTime(water.at), generatedTime: issued, primary, secondary };
    }),
  };
}

function stateOf(gauge: Gauge, water: Water | undefined, oldTime: string, oldCategory: string): object {
  const [primaryUnit, secondaryUnit] = gauge.isFlowPrimary ? ['kcfs', 'ft'] : ['ft', 'kcfs'];
  const [primary, secondary] = water ? inOrder(gauge, water) : [noValue, noValue];
  const floodCategory = water ? categoryOf(gauge, water) : oldCategory;
  const validTime = water ? zuluTime(water.at) : oldTime;
  return { primary, primaryUnit, secondary, secondaryUnit, floodCategory, validTime };
}

function categoryOf({ floods }: Gauge, { stage }: Water): string {
  if (!floods) return 'not_defined';
  const { action, minor, moderate, major } = floods;
  const ladder = { major, moderate, minor, action };
  const reached = Object.entries(ladder).find(([, from]) => from !== null && stage >= from);
  return reached?.[0] ?? 'no_flooding';
}

function inOrder({ isFlowPrimary }: Gauge, { stage, flow }: Water): [primary: number, secondary: number] {
  return isFlowPrimary ? [flow, stage] : [stage, flow];
}

/** Codes of the observed and the forecast element (SHEF). */
function pedtsOf({ isFlowPrimary, hasForecast }: Gauge): { observed: string; forecast: string } {
  const element = isFlowPrimary ? 'QR' : 'HG';
  return { observed: `${element}IRG`, forecast: hasForecast ? `${element}IFF` : '' };
}

function degrees(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
