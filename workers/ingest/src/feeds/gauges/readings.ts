import type { NewStageForecast, NewReading, NewSite } from '@severe/db';
import { stateOfFips } from '../../parse/state.ts';
import type { ReadingRow, StageFlowRow } from './row.ts';

const nothing: Omit<NewReading, 'lid' | 'usgsId'> = {
  stage: null,
  stageUnit: null,
  stageAt: null,
  discharge: null,
  dischargeUnit: null,
  dischargeAt: null,
  waterTempC: null,
  waterTempAt: null,
  category: null,
  categoryAt: null,
};

/** The newest value of each parameter at each site. If two instruments have the same time, the first one is used. */
export function newestReadings(rows: ReadingRow[]): { sites: NewSite[]; readings: NewReading[] } {
  const sites = new Map<string, NewSite>();
  const readings = new Map<string, NewReading>();
  const inOrder = rows.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.series < b.series ? 1 : -1));
  for (const { usgsId, name, stateFips, lon, lat, parameter, value, unit, at } of inOrder) {
    if (lon !== null && lat !== null) sites.set(usgsId, { usgsId, name, state: stateOfFips(stateFips), lon, lat });
    const before = readings.get(usgsId) ?? { lid: null, usgsId, ...nothing };
    readings.set(usgsId, { ...before, ...measured(parameter, value, unit, at) });
  }
  return { sites: [...sites.values()], readings: [...readings.values()] };
}

function measured(parameter: ReadingRow['parameter'], value: number, unit: string, at: Date): Partial<NewReading> {
  if (parameter === 'stage') return { stage: value, stageUnit: unit, stageAt: at };
  if (parameter === 'discharge') return { discharge: value, dischargeUnit: unit, dischargeAt: at };
  return { waterTempC: value, waterTempAt: at };
}

/** The latest observed stage and flow of each gauge. */
export function lastObserved(runs: StageFlowRow[]): NewReading[] {
  const readings = new Map<string, NewReading>();
  for (const { lid, points, stageUnit, flowUnit } of runs.filter(({ kind }) => kind === 'observed')) {
    const before = readings.get(lid) ?? { lid, usgsId: null, ...nothing };
    const stage = points.findLast((point) => point.stage !== null);
    const flow = points.findLast((point) => point.flow !== null);
    readings.set(lid, {
      ...before,
      ...(stage ? { stage: stage.stage, stageUnit, stageAt: stage.at } : {}),
      ...(flow ? { discharge: flow.flow, dischargeUnit: flowUnit, dischargeAt: flow.at } : {}),
    });
  }
  return [...readings.values()];
}

/** Forecast runs that have not ended, without points that have no value. */
export function activeForecasts(runs: StageFlowRow[], now: Date): NewStageForecast[] {
  return runs
    .filter(({ kind }) => kind === 'forecast')
    .map(({ lid, issuedAt, stageUnit, flowUnit, points }) => ({
      lid,
      issuedAt,
      stageUnit,
      flowUnit,
      points: points
        .filter(({ stage, flow }) => stage !== null || flow !== null)
        .toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    }))
    .filter(({ points }) => points.length > 0 && points.at(-1)!.at > now);
}
