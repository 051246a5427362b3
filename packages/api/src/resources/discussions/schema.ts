import { shape } from '@severe/http';

const text = shape.nullable(shape.text());

export const discussionProperties = shape.named(
  'Discussion',
  shape.object({
    id: shape.integer(),
    number: shape.integer({ about: 'Numbers begin at 1 each January.', example: 845 }),
    issued: shape.time(),
    expires: shape.time(),
    status: shape.oneOf(['active', 'expired']),
    watch_confidence: shape.nullable(
      shape.number({ min: 0, max: 100, about: 'Chance of a watch in percent; null where one is in effect.' }),
    ),
    concerning: text,
    wfos: shape.arrayOf(shape.text({ example: 'OUN' })),
    threats: shape.nullable(shape.object({ peak_wind_mph: text, hail_in: text, tornado_mph: text })),
    text: shape.nullable(shape.text({ about: 'Some minutes later than the outline; null until then.' })),
    url: shape.text(),
  }),
);
