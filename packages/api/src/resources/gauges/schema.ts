import { shape } from '@severe/http';

/** Quantities that a gauge measures; values of the query parameter. */
export const gaugeParameters = ['streamflow', 'gage_height', 'water_temp'] as const;

const nullableText = (example: string, about?: string) =>
  shape.nullable(shape.text({ example, ...(about === undefined ? {} : { about }) }));
const thresholdStage = shape.nullable(
  shape.number({ about: 'Lowest stage of the category, in `stage_unit`; null if not defined.' }),
);

export const gaugeProperties = shape.named(
  'Gauge',
  shape.object({
    id: shape.text({
      example: 'NRMO2',
      about: 'NWS identifier, five characters; if there is none, the USGS site number.',
    }),
    usgs_id: nullableText('07229053', 'USGS site number.'),
    name: nullableText('Canadian River at Norman'),
    state: nullableText('OK'),
    wfo: nullableText('OUN', 'Forecast office whose area contains the gauge.'),
    river: nullableText('Canadian River', 'River, derived from the name of the gauge.'),
    stage: shape.nullable(
      shape.number({ about: 'Water level above the gauge datum; can be negative.', example: 13.2 }),
    ),
    stage_unit: nullableText('ft', 'Unit of `stage`.'),
    discharge: shape.nullable(shape.number({ about: 'Streamflow, in `discharge_unit`.', example: 11_400 })),
    discharge_unit: nullableText('ft3/s', 'Unit of `discharge`.'),
    water_temp_c: shape.nullable(shape.number({ about: 'Water temperature in degrees Celsius.', example: 18.4 })),
    time: shape.time({
      about: 'Time of the newest value. A value that is older than the parameter `recent_hours` is null.',
    }),
    flood_category: shape.nullable(
      shape.oneOf(['none', 'action', 'minor', 'moderate', 'major'], {
        about:
          'Category that the weather service reports, else the category of the stage by the thresholds; null without both.',
      }),
    ),
    thresholds: shape.nullable(
      shape.named(
        'FloodThresholds',
        shape.object(
          { action: thresholdStage, minor: thresholdStage, moderate: thresholdStage, major: thresholdStage },
          { about: 'Lowest stage of each flood category.' },
        ),
      ),
    ),
    has_forecast: shape.boolean({ about: 'Whether `/gauges/{gauge_id}/forecast` has a forecast.' }),
  }),
);

const forecast = shape.named(
  'GaugeForecastRun',
  shape.object({
    issued_at: shape.nullable(shape.time({ about: 'Time of issuance.' })),
    stage_unit: nullableText('ft', 'Unit of `stage`.'),
    flow_unit: nullableText('ft3/s', 'Unit of `flow`.'),
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
