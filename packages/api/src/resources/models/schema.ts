import { shape } from '@severe/http';

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
        hours_kept: shape.integer({
          about: 'Forecast hours of every run; those of 00, 06, 12 and 18 UTC have `max_hours`.',
        }),
        bounds: shape.arrayOf(shape.number(), { length: 4, about: 'West, south, east, north in degrees.' }),
        latest_run: shape.nullable(
          shape.time({
            about:
              'Start of the run that tiles and points show: the newest that holds the next 18 hours, else the most of them.',
          }),
        ),
        variables: shape.arrayOf(shape.text(), { about: 'The ids of `/{id}/variables`.' }),
        endpoints: shape.arrayOf(shape.text()),
      }),
    ),
  }),
);
