import { shape } from '@severe/http';
import { pointVariables } from './variables.ts';

const values = shape.arrayOf(shape.nullable(shape.number()));

export const pointForecastShape = shape.named(
  'HrrrPointForecast',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    elevation_m: shape.nullable(shape.number({ about: 'Height of the model’s ground at that cell.' })),
    run: shape.nullable(
      shape.time({
        about: 'Start of the model run that all values are from; null while none covers the present hour.',
      }),
    ),
    times: shape.arrayOf(shape.time(), { about: 'Whole hours; the first contains now. Empty while there is no run.' }),
    variables: shape.object(
      Object.fromEntries(
        pointVariables.map(({ key, units }) => [key, { json: { ...values.json, description: `In ${units}.` } }]),
      ) as Record<string, typeof values>,
      { about: 'Values aligned to `times`; null where the run has none.' },
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
        cycle_hours: shape.integer({ about: 'A run begins every so many hours.' }),
        max_hours: shape.integer({ about: 'How far the longest runs of the model reach.' }),
        hours_kept: shape.integer({ about: 'How many hours of each run we keep.' }),
        bounds: shape.arrayOf(shape.number(), { length: 4, about: 'West, south, east, north in degrees.' }),
        latest_run: shape.nullable(shape.time({ about: 'Start of the newest run of which we have anything.' })),
        variables: shape.arrayOf(shape.text(), { about: 'The ids of `/hrrr/variables`.' }),
        endpoints: shape.arrayOf(shape.text()),
      }),
    ),
  }),
);
