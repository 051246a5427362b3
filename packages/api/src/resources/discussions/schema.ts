import { shape } from '@severe/http';

/** What a line of the discussion says. */
const text = (about: string, example: string) => shape.nullable(shape.text({ about, example }));

export const discussionProperties = shape.named(
  'Discussion',
  shape.object({
    id: shape.integer(),
    number: shape.integer({ about: 'Numbers begin at 1 each January.', example: 845 }),
    issued: shape.time(),
    expires: shape.time(),
    status: shape.oneOf(['active', 'expired'], { about: 'By `expires`.' }),
    watch_confidence: shape.nullable(
      shape.number({ min: 0, max: 100, about: 'Chance of a watch in percent; null where one is in effect.' }),
    ),
    concerning: text('What it is about.', 'Severe potential...Tornado Watch likely'),
    wfos: shape.arrayOf(shape.text({ example: 'OUN' })),
    threats: shape.nullable(
      shape.object(
        {
          peak_wind_mph: text('Strongest gusts in miles an hour.', '55-70 MPH'),
          hail_in: text('Largest hail in inches.', '1.50-2.50 IN'),
          tornado_mph: text('Strongest wind of tornadoes in miles an hour.', '85-115 MPH'),
        },
        { about: 'The most that is expected, in the words of the discussion.' },
      ),
    ),
    text: shape.nullable(shape.text({ about: 'Some minutes later than the outline; null until then.' })),
    url: shape.text(),
  }),
);
