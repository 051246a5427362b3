import { DataError } from '@severe/base';
import type { FloodCategory, GaugeState, NewGauge } from '@severe/db';
import { neededNumber, neededText, neededTime, numberOf, placeOf, textOf, timeOf } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import { arrayOf, isRecord, type JsonObject, type Payload, readJson, recordOf, excerpt } from '../../parse/payload.ts';
import { knownWord } from '../../parse/unknown-words.ts';
import { noStage, type StageFlowRow } from './row.ts';

/** Categories by the words of the provider; null for those that are none. */
const categories: Record<string, FloodCategory | null> = {
  no_flooding: 'none',
  low_threshold: 'none',
  action: 'action',
  minor: 'minor',
  moderate: 'moderate',
  major: 'major',
  not_defined: null,
  obs_not_current: null,
  fcst_not_current: null,
  out_of_service: null,
};

/**
 * Parses the list of gauges of the National Water Prediction Service, `/nwps/v1/gauges`, or one gauge, `/gauges/{id}`,
 * which also has the flood stages.
 *
 * @throws {DataError} for any other payload
 */
export function parseNwpsGauges(payload: Payload): Parsed<NewGauge> {
  const value = recordOf(readJson(payload), 'gauges');
  const list = 'lid' in value ? [value] : arrayOf(value.gauges, 'gauges');
  return collect(list, (gauge, i) => (isRecord(gauge) && textOf(gauge.lid)) || `gauge ${i}`, readGauge);
}

function readGauge(value: unknown): NewGauge {
  const gauge = recordOf(value, 'a gauge');
  const status = isRecord(gauge.status) ? gauge.status : {};
  const flood = isRecord(gauge.flood) ? gauge.flood : undefined;
  const lid = neededText(gauge.lid, 'lid');
  return {
    lid,
    usgsId: textOf(gauge.usgsId),
    name: textOf(gauge.name) ?? lid,
    state: abbreviation(gauge.state),
    wfo: abbreviation(gauge.wfo),
    ...placeOf([neededNumber(gauge.longitude, 'longitude'), neededNumber(gauge.latitude, 'latitude')]),
    observed: readState(status.observed),
    forecast: readState(status.forecast),
    thresholds: flood && isRecord(flood.categories) ? readThresholds(flood.categories) : null,
  };
}

function abbreviation(value: unknown): string | null {
  return isRecord(value) ? textOf(value.abbreviation) : null;
}

/** Null for a state without a time, or with year 1, which means that there is no observation. */
function readState(value: unknown): GaugeState | null {
  if (!isRecord(value) || !textOf(value.validTime) || String(value.validTime).startsWith('0001-')) return null;
  const { stage, stageUnit, flow, flowUnit } = sorted(value);
  return {
    at: neededTime(value.validTime, 'validTime'),
    stage,
    stageUnit,
    discharge: flow,
    dischargeUnit: flowUnit,
    category: knownWord(categories, textOf(value.floodCategory), 'floodCategory') ?? null,
  };
}

function readThresholds(values: JsonObject): NewGauge['thresholds'] {
  const stage = (name: string) => {
    const category = values[name];
    return isRecord(category) ? numberOf(category.stage, noStage) : null;
  };
  const thresholds = {
    action: stage('action'),
    minor: stage('minor'),
    moderate: stage('moderate'),
    major: stage('major'),
  };
  return Object.values(thresholds).some((value) => value !== null) ? thresholds : null;
}

/** The two values of a gauge as stage and flow. The first one is flow at gauges without a stage. */
function sorted({ primary, primaryUnit, secondary, secondaryUnit }: JsonObject) {
  const first = amount(primary, primaryUnit);
  const second = amount(secondary, secondaryUnit);
  const [stage, flow] = isFlow(first.unit) ? [second, first] : [first, second];
  return { stage: stage.value, stageUnit: stage.unit, flow: flow.value, flowUnit: flow.unit };
}

export function isFlow(unit: string | null): boolean {
  return unit !== null && /cfs|ft3\/s|cms/i.test(unit);
}

/** Units that are served as they are, besides `kcfs`. Others are too, and counted. */
const units = { ft: 'stage', m: 'stage', kcfs: 'flow', cfs: 'flow', 'ft3/s': 'flow', cms: 'flow', 'm3/s': 'flow' };

/** A value and its unit. `kcfs` is converted to cubic feet per second. */
export function amount(value: unknown, unit: unknown): { value: number | null; unit: string | null } {
  const number = numberOf(value, noStage);
  const name = unit === 'm' ? unit : textOf(unit); // elsewhere `m` is a missing value
  knownWord(units, name?.toLowerCase(), 'unit');
  if (name?.toLowerCase() !== 'kcfs') return { value: number, unit: name };
  return { value: number === null ? null : Math.round(number * 1e6) / 1e3, unit: 'ft3/s' };
}

/**
 * Parses `/gauges/{lid}/stageflow`, the observed and the forecast run. A run without points has no row.
 *
 * @throws {DataError} for any other payload
 */
export function parseStageFlow(payload: Payload, lid: string): Parsed<StageFlowRow> {
  const value = recordOf(readJson(payload), 'stageflow');
  if (!['data', 'observed', 'forecast'].some((name) => name in value)) {
    throw new DataError('shape', `expected observed or forecast, got ${excerpt(value)}`);
  }
  // `/stageflow/forecast` is a single run without a name.
  const runs =
    'data' in value
      ? [['forecast', value] as const]
      : (['observed', 'forecast'] as const).map((kind) => [kind, value[kind]] as const);
  return collect(
    runs.filter(([, run]) => isRecord(run) && Array.isArray(run.data) && run.data.length > 0),
    ([kind]) => `${lid} ${kind}`,
    ([kind, run]) => readRun(lid, kind, recordOf(run, kind)),
  );
}

function readRun(lid: string, kind: StageFlowRow['kind'], run: JsonObject): StageFlowRow {
  const swapped = /flow|discharge/i.test(textOf(run.primaryName) ?? '') || isFlow(textOf(run.primaryUnits));
  const units = [amount(null, run.primaryUnits).unit, amount(null, run.secondaryUnits).unit];
  const points = arrayOf(run.data, 'data').map((one) => {
    const point = recordOf(one, 'a point');
    const values = [amount(point.primary, run.primaryUnits).value, amount(point.secondary, run.secondaryUnits).value];
    const [stage, flow] = swapped ? values.toReversed() : values;
    return { at: neededTime(point.validTime, 'validTime'), stage, flow };
  });
  const [stageUnit, flowUnit] = swapped ? units.toReversed() : units;
  return { lid, kind, issuedAt: timeOf(run.issuedTime, 'issuedTime'), stageUnit, flowUnit, points };
}
