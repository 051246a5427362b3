import { shape } from '@severe/http';

export const gaugeParameters = ['streamflow', 'gage_height', 'water_temp'] as const;

const text = (example: string, about?: string) =>
  shape.nullable(shape.text({ example, ...(about === undefined ? {} : { about }) }));
const stage = shape.nullable(shape.number({ about: 'In the unit of `stage`; null where it is not defined.' }));

export const gaugeProperties = shape.named(
  'Gauge',
  shape.object({
    id: shape.text({
      example: 'NRMO2',
      about: 'Five characters of the weather service; where it has none, the number of the Geological Survey.',
    }),
    usgs_id: text('07229053', 'The number of the Geological Survey.'),
    name: text('Canadian River at Norman'),
    state: text('OK'),
    wfo: text('OUN', 'The forecast office that the gauge belongs to.'),
    river: text('Canadian River', 'As far as the name of the gauge tells it.'),
    stage: shape.nullable(
      shape.number({ about: 'Height of the water above the zero of the gauge; it may lie below.', example: 13.2 }),
    ),
    stage_unit: text('ft', 'Unit of `stage`.'),
    discharge: shape.nullable(shape.number({ about: 'What flows past in a second.', example: 11_400 })),
    discharge_unit: text('ft3/s', 'Unit of `discharge`.'),
    water_temp_c: shape.nullable(
      shape.number({ about: 'Temperature of the water in degrees Celsius.', example: 18.4 }),
    ),
    time: shape.time({ about: 'Of the newest value. Values that are older than `recent_hours` are null.' }),
    flood_category: shape.nullable(
      shape.oneOf(['none', 'action', 'minor', 'moderate', 'major'], {
        about:
          'As the weather service tells it, else as the stage stands to the thresholds; null where neither is known.',
      }),
    ),
    thresholds: shape.nullable(
      shape.named(
        'FloodThresholds',
        shape.object(
          { action: stage, minor: stage, moderate: stage, major: stage },
          { about: 'Stages at which floods begin.' },
        ),
      ),
    ),
    has_forecast: shape.boolean({ about: 'Whether `/gauges/{gauge_id}/forecast` has one.' }),
  }),
);

const forecast = shape.named(
  'GaugeForecastRun',
  shape.object({
    issued_at: shape.nullable(shape.time({ about: 'When it was issued.' })),
    stage_unit: text('ft', 'Unit of `stage`.'),
    flow_unit: text('ft3/s', 'Unit of `flow`.'),
    points: shape.arrayOf(
      shape.object({
        valid_time: shape.time({ about: 'When it is expected.' }),
        stage: shape.nullable(shape.number({ about: 'In `stage_unit`.', example: 14.1 })),
        flow: shape.nullable(shape.number({ about: 'In `flow_unit`.', example: 12_800 })),
      }),
      { about: 'In the order of their times.' },
    ),
  }),
);

export const gaugeForecastShape = shape.named(
  'GaugeForecast',
  shape.object({
    gauge_id: shape.text({ about: 'The gauge, by its `id`.', example: 'NRMO2' }),
    forecast: shape.nullable(forecast),
  }),
);
