import { formatTime } from '@severe/base';
import type { GaugeRow, StageForecast } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { riverOf } from './river.ts';
import type { gaugeForecastShape, gaugeProperties } from './schema.ts';

/** Properties of a gauge feature. */
export function presentGauge(gauge: GaugeRow): TypeOf<typeof gaugeProperties> {
  return {
    id: gauge.key,
    usgs_id: gauge.usgsId,
    name: gauge.name,
    state: gauge.state,
    wfo: gauge.wfo,
    river: riverOf(gauge.name),
    stage: gauge.stage,
    stage_unit: gauge.stageUnit,
    discharge: gauge.discharge,
    discharge_unit: gauge.dischargeUnit,
    water_temp_c: gauge.waterTempC,
    time: formatTime(gauge.at),
    flood_category: gauge.category,
    thresholds: gauge.thresholds,
    has_forecast: gauge.hasForecast,
  };
}

/** The forecast of a gauge; `forecast` is null if there is none. */
export function presentForecast(gaugeId: string, forecast: StageForecast | null): TypeOf<typeof gaugeForecastShape> {
  return {
    gauge_id: gaugeId,
    forecast: forecast && {
      issued_at: forecast.issuedAt && formatTime(forecast.issuedAt),
      stage_unit: forecast.stageUnit,
      flow_unit: forecast.flowUnit,
      points: forecast.points.map(({ at, stage, flow }) => ({ valid_time: formatTime(new Date(at)), stage, flow })),
    },
  };
}
