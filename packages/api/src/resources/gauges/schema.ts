import { shape } from '@severe/http';

export const gaugeParameters = ['streamflow', 'gage_height', 'water_temp'] as const;

const text = (example: string, about?: string) =>
  shape.nullable(shape.text({ example, ...(about === undefined ? {} : { about }) }));
const stage = shape.nullable(shape.number({ about: 'In the unit of `stage`; null if not defined.' }));

export const gaugeProperties = shape.named(
  'Gauge',
  shape.object({
    id: shape.text({
      example: 'NRMO2',
      about: 'NWS identifier, five characters; if there is none, the USGS site number.',
    }),
    usgs_id: text('07229053', 'USGS site number.'),
    name: text('Canadian River at Norman'),
    state: text('OK'),
    wfo: text('OUN', 'Forecast office of the gauge.'),
    river: text('Canadian River', 'River, derived from the name of the gauge.'),
    stage: shape.nullable(shape.number({ about: 'Water level above gauge zero; can be negative.', example: 13.2 })),
    stage_unit: text('ft', 'Unit of `stage`.'),
    discharge: shape.nullable(shape.number({ about: 'Volume of water per second.', example: 11_400 })),
    discharge_unit: text('ft3/s', 'Unit of `discharge`.'),
    water_temp_c: shape.nullable(shape.number({ about: 'Water temperature in degrees Celsius.', example: 18.4 })),
    time: shape.time({ about: 'Time of the newest value. Values older than `recent_hours` are null.' }),
    flood_category: shape.nullable(
      shape.oneOf(['none', 'action', 'minor', 'moderate', 'major'], {
        about:
          'Category reported by the weather service, else derived from the stage and the thresholds; null if neither is known.',
      }),
    ),
    thresholds: shape.nullable(
      shape.named(
        'FloodThresholds',
        shape.object(
          { action: stage, minor: stage, moderate: stage, major: stage },
          { about: 'Stages at which flood categories begin.' },
        ),
      ),
    ),
    has_forecast: shape.boolean({ about: 'Whether `/gauges/{gauge_id}/forecast` has a forecast.' }),
  }),
);

const forecast = shape.named(
  'GaugeForecastRun',
  shape.object({
    issued_at: shape.nullable(shape.time({ about: 'Time of issue.' })),
    stage_unit: text('ft', 'Unit of `stage`.'),
    flow_unit: text('ft3/s', 'Unit of `flow`.'),
    points: shape.arrayOf(
      shape.object({
        valid_time: shape.time({ about: 'Valid time.' }),
        stage: shape.nullable(shape.number({ about: 'Stage in `stage_unit`.', example: 14.1 })),
        flow: shape.nullable(shape.number({ about: 'Flow in `flow_unit`.', example: 12_800 })),
      }),
      { about: 'Forecast values, ordered by time.' },
    ),
  }),
);

export const gaugeForecastShape = shape.named(
  'GaugeForecast',
  shape.object({
    gauge_id: shape.text({ about: '`id` of the gauge.', example: 'NRMO2' }),
    forecast: shape.nullable(forecast),
  }),
);
