import { assessedSources, rungs } from '@severe/assessment';
import { shape } from '@severe/http';

/** The status of a place or a county. */
export const statusShape = shape.oneOf([...rungs, 'unknown'], {
  about:
    'The highest of: `emergency` (emergency or particularly dangerous situation, or an observed tornado), `warning`, ' +
    '`watch`, `advisory` (any other alert), `elevated` (discussion, or slight risk or more of day 1), `normal`. ' +
    '`unknown`: nothing higher is known, but a source that could report it is unavailable.',
});

/** Sources that could not be read or have no recent data. */
export const unavailableShape = shape.arrayOf(shape.oneOf(assessedSources), {
  about: 'Sources that are stale or could not be read. The answer is incomplete without them.',
});

/** The next hour at a place. */
export const nextHourShape = shape.nullable(
  shape.named(
    'NextHour',
    shape.object(
      {
        run: shape.time({ about: 'Time of the radar mosaic from which it begins.' }),
        rains_now: shape.boolean({ about: 'Whether the mosaic has an echo of 20 dBZ or more at the place.' }),
        begins_at: shape.nullable(
          shape.time({
            about: 'When rain may begin: the first chance of 50 % or more; null if it rains, or none is likely.',
          }),
        ),
        earliest_at: shape.nullable(shape.time({ about: 'The first chance of 25 % or more.' })),
        latest_at: shape.nullable(shape.time({ about: 'The first chance of 75 % or more; null without one.' })),
        ends_at: shape.nullable(
          shape.time({
            about: 'When it may be over: the first chance below 50 % after that; null if not within the hour.',
          }),
        ),
        chance_percent: shape.number({ min: 0, max: 100, about: 'The highest chance of the hour.' }),
        chances: shape.arrayOf(
          shape.object({
            time: shape.time(),
            percent: shape.number({ min: 0, max: 100, about: 'Chance of an echo of 20 dBZ or more at the place.' }),
          }),
          { about: 'Every five minutes, the nearest first.' },
        ),
        text: shape.nullable(
          shape.text({
            about: 'The same in words; null if there is nothing to tell.',
            example:
              'By the motion of the echoes, rain may begin here some 20 minutes from now (10 to 30). It may last until 6:05 PM CDT.',
          }),
        ),
      },
      {
        about:
          'Rain of the next hour, extrapolated from radar: echoes move as they did, and neither grow nor decay. Null ' +
          'outside the mosaic, while the radar is unavailable, and without a run of the last 20 minutes.',
      },
    ),
  ),
);

/** An HRRR forecast at a place, as `/models/hrrr/point` gives it. */
export const placeForecastShape = shape.nullable(
  shape.object(
    {
      lat: shape.number(),
      lon: shape.number(),
      elevation_m: shape.nullable(shape.number({ about: 'Model terrain height at the cell, in metres.' })),
      run: shape.time({ about: 'Start of the model run.' }),
      times: shape.arrayOf(shape.time(), { about: 'Whole hours; the first contains now.' }),
      variables: shape.recordOf(shape.arrayOf(shape.nullable(shape.number())), {
        about: 'Columns aligned to `times`, with the keys and units of `/models/hrrr/point`.',
      }),
    },
    { about: 'The HRRR forecast of the next hours; null outside its grid or if it is unavailable.' },
  ),
);
