import { shape } from '@severe/http';
import { pointVariables } from './variables.ts';

const values = shape.arrayOf(shape.nullable(shape.number()));

export const pointForecastShape = shape.named(
  'HrrrPointForecast',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    elevation_m: shape.nullable(shape.number({ about: 'Model terrain height at the cell, in metres.' })),
    run: shape.nullable(
      shape.time({
        about: 'Start of the model run of all values; null if no run covers the present hour.',
      }),
    ),
    times: shape.arrayOf(shape.time(), { about: 'Whole hours; the first contains now. Empty if there is no run.' }),
    variables: shape.object(
      Object.fromEntries(
        pointVariables.map(({ key, units }) => [key, { json: { ...values.json, description: `In ${units}.` } }]),
      ) as Record<string, typeof values>,
      { about: 'Values aligned to `times`; null if the run has none.' },
    ),
  }),
);

export const modelsShape = shape.named(
  'Models',
  shape.object({
    models: shape.arrayOf(
      shape.object({
        id: shape.text({ example: 'hrrr' }),
        name: shape.text({ example: 'HRRR' }),
        provider: shape.text(),
        resolution_km: shape.number(),
        cycle_hours: shape.integer({ about: 'Interval between runs in hours.' }),
        max_hours: shape.integer({ about: 'Forecast length of the longest runs, in hours.' }),
        hours_kept: shape.integer({ about: 'Forecast hours of each run that are stored.' }),
        bounds: shape.arrayOf(shape.number(), { length: 4, about: 'West, south, east, north in degrees.' }),
        latest_run: shape.nullable(shape.time({ about: 'Start of the newest run with any data.' })),
        variables: shape.arrayOf(shape.text(), { about: 'The ids of `/hrrr/variables`.' }),
        endpoints: shape.arrayOf(shape.text()),
      }),
    ),
  }),
);
