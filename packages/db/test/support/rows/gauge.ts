import type { NewStageForecast, NewGauge, NewReading } from '../../../src/index.ts';

/** The Canadian River at Norman, Oklahoma, on 2026-05-20; `change` overrides fields. */
export function gauge(change: Partial<NewGauge> = {}): NewGauge {
  return {
    lid: 'NRMO2',
    usgsId: '07229053',
    name: 'Canadian River at Norman',
    state: 'OK',
    wfo: 'OUN',
    lon: -97.48,
    lat: 35.18,
    observed: {
      at: new Date('2026-05-20T22:00:00Z'),
      stage: 14.2,
      stageUnit: 'ft',
      discharge: 11_400,
      dischargeUnit: 'ft3/s',
      category: 'minor',
    },
    forecast: {
      at: new Date('2026-05-21T06:00:00Z'),
      stage: 15.1,
      stageUnit: 'ft',
      discharge: null,
      dischargeUnit: null,
      category: 'minor',
    },
    thresholds: null,
    ...change,
  };
}

/** A stage of the same gauge, by its number. */
export function reading(change: Partial<NewReading> = {}): NewReading {
  return {
    lid: null,
    usgsId: '07229053',
    stage: 14.4,
    stageUnit: 'ft',
    stageAt: new Date('2026-05-20T22:15:00Z'),
    discharge: null,
    dischargeUnit: null,
    dischargeAt: null,
    waterTempC: null,
    waterTempAt: null,
    category: null,
    categoryAt: null,
    ...change,
  };
}

/** Its forecast until the next noon. */
export function stageForecast(change: Partial<NewStageForecast> = {}): NewStageForecast {
  return {
    lid: 'NRMO2',
    issuedAt: new Date('2026-05-20T21:30:00Z'),
    stageUnit: 'ft',
    flowUnit: 'ft3/s',
    points: [
      { at: new Date('2026-05-21T06:00:00Z'), stage: 15.1, flow: 12_800 },
      { at: new Date('2026-05-21T12:00:00Z'), stage: 14.9, flow: null },
    ],
    ...change,
  };
}
