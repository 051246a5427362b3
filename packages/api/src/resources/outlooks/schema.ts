import { shape } from '@severe/http';

/** What may be asked for; days 4 to 8 have `categorical` alone. */
export const outlookTypes = ['categorical', 'tornado', 'hail', 'wind'] as const;

export const outlookProperties = shape.named(
  'Outlook',
  shape.object({
    id: shape.integer({ about: 'Stays the same until the area is drawn anew.' }),
    day: shape.integer({ min: 1, max: 8 }),
    type: shape.oneOf(outlookTypes, { about: 'Of what: any severe weather, or one kind of it.' }),
    risk: shape.text({
      about:
        '`TSTM`, `MRGL`, `SLGT`, `ENH`, `MDT` or `HIGH`; a probability in percent, `15`; for hatched areas `CIG1` to ' +
        '`CIG3`, the groups of conditional intensity.',
      example: 'MDT',
    }),
    risk_rank: shape.nullable(
      shape.integer({
        min: 1,
        max: 6,
        about: '1 `TSTM` to 6 `HIGH`; on days 4 to 8 that of the category which equals the probability.',
      }),
    ),
    probability: shape.nullable(shape.number({ about: '0 to 1, within 25 miles of a point.' })),
    significant: shape.boolean({ about: 'A hatched area: what happens within it may be significant.' }),
    issued: shape.nullable(shape.time()),
    valid_from: shape.time(),
    valid_to: shape.time(),
    color: shape.nullable(shape.text({ about: 'Line, as the provider draws it.', example: '#cc0000' })),
    fill: shape.nullable(shape.text({ about: 'Area, as the provider draws it.', example: '#e06666' })),
    wfo: shape.oneOf(['SPC'], { about: 'The Storm Prediction Center.' }),
  }),
);
