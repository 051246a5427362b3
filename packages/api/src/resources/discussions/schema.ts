import { shape } from '@severe/http';

/** A value that is a line of the discussion. */
const text = (about: string, example: string) => shape.nullable(shape.text({ about, example }));

export const discussionProperties = shape.named(
  'Discussion',
  shape.object({
    id: shape.integer(),
    kind: shape.oneOf(['convective', 'precipitation'], { about: '`precipitation`: of the Weather Prediction Center.' }),
    number: shape.integer({ about: 'Number of the discussion; numbering restarts at 1 each January.', example: 845 }),
    issued: shape.time(),
    expires: shape.time(),
    status: shape.oneOf(['active', 'expired'], { about: '`active` until `expires`.' }),
    watch_confidence: shape.nullable(
      shape.number({ min: 0, max: 100, about: 'Probability of a watch in percent; null if a watch is in effect.' }),
    ),
    concerning: text('Subject of the discussion.', 'Severe potential...Tornado Watch likely'),
    wfos: shape.arrayOf(shape.text({ example: 'OUN' })),
    threats: shape.nullable(
      shape.object(
        {
          peak_wind_mph: text('Maximum gust in mph.', '55-70 MPH'),
          hail_in: text('Maximum hail diameter in inches.', '1.50-2.50 IN'),
          tornado_mph: text('Maximum tornado wind in mph.', '85-115 MPH'),
        },
        { about: 'Expected maxima, as in the text of the discussion.' },
      ),
    ),
    text: shape.nullable(
      shape.text({ about: 'Text of the discussion; null until it arrives, some minutes after the outline.' }),
    ),
    url: shape.text(),
  }),
);
