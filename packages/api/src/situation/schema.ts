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
