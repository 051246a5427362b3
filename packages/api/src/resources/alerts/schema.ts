import { shape } from '@severe/http';
import { geometryShape } from '../../shared/feature.ts';

/** What may be filtered for, from high to low; `Unknown` is returned as it comes and matches no filter. */
export const severities = ['Extreme', 'Severe', 'Moderate', 'Minor'] as const;
/** What may be filtered for; `Past` and `Unknown` are returned as they come and match no filter. */
export const urgencies = ['Immediate', 'Expected', 'Future'] as const;

const time = shape.nullable(shape.time());

const fields = {
  id: shape.integer({ about: 'Stays the same for as long as the event lives.' }),
  event: shape.text({ about: 'What is warned of.', example: 'Tornado Warning' }),
  severity: shape.text({ about: '`Extreme`, `Severe`, `Moderate`, `Minor`, or `Unknown` as the provider sends it.' }),
  urgency: shape.text({
    about: '`Immediate`, `Expected`, `Future`, or `Past` and `Unknown` as the provider sends it.',
  }),
  certainty: shape.text({ about: '`Observed`, `Likely`, `Possible`, `Unlikely` or `Unknown`.', example: 'Observed' }),
  headline: shape.nullable(shape.text({ about: 'The alert in a line.' })),
  status: shape.oneOf(['active', 'expired', 'cancelled', 'upgraded', 'ended'], {
    about: '`ended`: the provider lists it no longer, before it would have expired.',
  }),
  version: shape.integer({ min: 1, about: 'Rises with every change.' }),
  event_key: shape.text({
    about: 'Office, phenomenon, significance, number and year (VTEC), or the identifier of the CAP message.',
    example: 'OUN.TO.W.0034.2026',
  }),
  message_type: shape.text({ about: '`Alert`, `Update` or `Cancel`: the newest message.', example: 'Update' }),
  sent: shape.time(),
  effective: time,
  onset: time,
  expires: shape.time({ about: 'When the message expires; the hazard may go on, see `ends`.' }),
  ends: time,
  wfo: shape.nullable(shape.text({ example: 'OUN' })),
  states: shape.arrayOf(shape.text({ example: 'OK' }), { about: 'Waters have codes of their own, such as `GM`.' }),
  area_desc: shape.text({ about: 'Its counties or zones in words.', example: 'Cleveland, OK' }),
  affected_zones: shape.arrayOf(shape.text({ example: 'OKC027' }), { about: 'Shapes: `/zones`.' }),
  fips: shape.arrayOf(shape.text({ example: '40027' }), { about: 'Numbers of the counties that it touches.' }),
  has_polygon: shape.boolean({ about: 'Whether the alert has a polygon of its own; if not it is for its zones.' }),
  tags: shape.object(
    {
      tornado: shape.nullable(
        shape.text({ about: '`RADAR INDICATED`, `OBSERVED` or `POSSIBLE`.', example: 'OBSERVED' }),
      ),
      damage_threat: shape.nullable(shape.text({ about: '`CONSIDERABLE`, `DESTRUCTIVE` or `CATASTROPHIC`.' })),
      hail_in: shape.nullable(shape.number({ about: 'Diameter in inches.' })),
      wind_mph: shape.nullable(shape.number({ about: 'Gusts in miles an hour.' })),
      flash_flood: shape.nullable(shape.text({ about: '`RADAR INDICATED`, `OBSERVED` or what else is sent.' })),
      pds: shape.boolean({ about: 'A particularly dangerous situation.' }),
      emergency: shape.boolean({ about: 'A tornado or flash flood emergency.' }),
    },
    { about: 'What the message says in words that machines read.' },
  ),
  motion: shape.nullable(
    shape.named(
      'StormMotion',
      shape.object(
        {
          from_deg: shape.number({
            min: 0,
            max: 360,
            about: 'Direction that the storm comes from, clockwise from north.',
          }),
          speed_kt: shape.number({ min: 0, about: 'In knots.' }),
        },
        { about: 'How a storm moves.' },
      ),
    ),
  ),
  url: shape.text({ about: 'The alert at its provider.' }),
};

export const alertProperties = shape.named('Alert', shape.object(fields));

const recordFields = { ...fields, geometry: shape.nullable(geometryShape) };

export const fullAlertShape = shape.named(
  'FullAlert',
  shape.object({
    ...recordFields,
    description: shape.nullable(shape.text({ about: 'What happens, where and when, as the office writes it.' })),
    instruction: shape.nullable(shape.text({ about: 'What to do.' })),
    zones: shape.arrayOf(
      shape.object({
        id: shape.text({ example: 'OKC027' }),
        name: shape.nullable(shape.text()),
        state: shape.nullable(shape.text()),
      }),
      { about: 'The affected zones; a name is null until it is known.' },
    ),
    history: shape.arrayOf(
      shape.object({
        version: shape.integer({ min: 1, about: 'The version that it made.' }),
        sent: shape.time(),
        action: shape.text({ about: 'By VTEC, or the type of the message.', example: 'CON' }),
      }),
      { about: 'Oldest first.' },
    ),
  }),
);

export const alertChangesShape = shape.named(
  'AlertChanges',
  shape.object({
    cursor: shape.text({ about: 'Send it back as `since`.', example: '1042.48213' }),
    more: shape.boolean({ about: 'Whether to ask again at once.' }),
    new: shape.arrayOf(shape.named('AlertRecord', shape.object(recordFields)), { about: 'First seen since.' }),
    updated: shape.arrayOf(shape.named('AlertRecord', shape.object(recordFields)), { about: 'Changed since.' }),
    ended: shape.arrayOf(shape.integer(), { about: 'Ids of alerts that are no longer in force, whatever the reason.' }),
  }),
);
