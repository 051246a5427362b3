import { shape } from '@severe/http';
import { geometryShape } from '../../shared/feature.ts';

/** Severities that can be filtered, from high to low. `Unknown` can occur in responses but matches no filter. */
export const severities = ['Extreme', 'Severe', 'Moderate', 'Minor'] as const;
/** Urgencies that can be filtered. `Past` and `Unknown` can occur in responses but match no filter. */
export const urgencies = ['Immediate', 'Expected', 'Future'] as const;

const time = shape.nullable(shape.time());
const tag = (about: string) => shape.nullable(shape.text({ about }));

/** Fields of an alert. */
export const alertFields = {
  id: shape.integer({ about: 'Identifier, stable over the lifetime of the event.' }),
  event: shape.text({ about: 'Event name, as in the API of the weather service.', example: 'Tornado Warning' }),
  severity: shape.text({ about: '`Extreme`, `Severe`, `Moderate`, `Minor`, or `Unknown` as the provider sends it.' }),
  urgency: shape.text({
    about: '`Immediate`, `Expected`, `Future`, or `Past` and `Unknown` as the provider sends it.',
  }),
  certainty: shape.text({ about: '`Observed`, `Likely`, `Possible`, `Unlikely` or `Unknown`.', example: 'Observed' }),
  headline: shape.nullable(shape.text({ about: 'Headline.' })),
  status: shape.oneOf(['active', 'expired', 'cancelled', 'upgraded', 'ended'], {
    about: '`ended`: removed by the provider before it expired.',
  }),
  version: shape.integer({ min: 1, about: 'Version number, incremented with every change.' }),
  event_key: shape.text({
    about: 'Office, phenomenon, significance, number and year (VTEC), or the identifier of the CAP message.',
    example: 'OUN.TO.W.0034.2026',
  }),
  message_type: shape.text({ about: '`Alert`, `Update` or `Cancel`: the newest message.', example: 'Update' }),
  sent: shape.time(),
  effective: time,
  onset: time,
  expires: shape.time({
    about: 'When the alert is over unless a message ends it: the later of `message_expires` and `ends`.',
  }),
  message_expires: shape.time({ about: 'Expiry of the newest message, as the provider sends it.' }),
  ends: shape.nullable(shape.time({ about: 'End of the hazard, as the provider sends it. Null if it is open.' })),
  wfo: shape.nullable(shape.text({ example: 'OUN' })),
  states: shape.arrayOf(shape.text({ example: 'OK' }), {
    about: 'States and territories, two letters each. Marine areas have codes such as `GM`.',
  }),
  area_desc: shape.text({ about: 'Names of the affected counties or zones.', example: 'Cleveland, OK' }),
  affected_zones: shape.arrayOf(shape.text({ example: 'OKC027' }), {
    about: 'UGC codes of the affected zones; `/zones` has their shapes.',
  }),
  fips: shape.arrayOf(shape.text({ example: '40027' }), { about: 'FIPS codes of the affected counties.' }),
  has_polygon: shape.boolean({ about: 'Whether the alert has its own polygon. If false, it covers its zones.' }),
  tags: shape.object(
    {
      tornado: shape.nullable(
        shape.text({ about: '`RADAR INDICATED`, `OBSERVED` or `POSSIBLE`.', example: 'OBSERVED' }),
      ),
      damage_threat: shape.nullable(shape.text({ about: '`CONSIDERABLE`, `DESTRUCTIVE` or `CATASTROPHIC`.' })),
      hail_in: shape.nullable(shape.number({ about: 'Diameter in inches.' })),
      hail_threat: tag('How the hail is known: `RADAR INDICATED` or `OBSERVED`.'),
      wind_mph: shape.nullable(shape.number({ about: 'Maximum gust in mph.' })),
      wind_threat: tag('How the wind is known: `RADAR INDICATED` or `OBSERVED`.'),
      flash_flood: tag('`RADAR INDICATED`, `OBSERVED` or another value of the provider.'),
      rainfall_rate: tag('Expected rain by time: `1-2 INCHES IN 1 HOUR`.'),
      dam_failure: tag('`IMMINENT` or `OCCURRING`.'),
      levee_failure: tag('`IMMINENT` or `OCCURRING`.'),
      waterspout: tag('`POSSIBLE` or `OBSERVED`, in marine warnings.'),
      landspout: tag('`POSSIBLE` or `OBSERVED`.'),
      snow_squall: tag('`RADAR INDICATED` or `OBSERVED`.'),
      snow_squall_impact: tag('`SIGNIFICANT`, or null for a squall of general impact.'),
      pds: shape.boolean({ about: 'Whether it is a particularly dangerous situation.' }),
      emergency: shape.boolean({
        about:
          'Whether the event is a tornado or flash flood emergency, by the tag of its damage; without the tag by its text. ' +
          'The emergency of another event that a text mentions does not count.',
      }),
    },
    {
      about:
        'Machine-readable threat tags of the message, in the words of the provider. Rainfall, dam, levee and landspout are ' +
        'given by bulletins alone.',
    },
  ),
  motion: shape.nullable(
    shape.named(
      'StormMotion',
      shape.object(
        {
          from_deg: shape.number({
            min: 0,
            max: 360,
            about: 'Direction from which the storm moves, in degrees clockwise from north.',
          }),
          speed_kt: shape.number({ min: 0, about: 'In knots.' }),
        },
        { about: 'Storm motion.' },
      ),
    ),
  ),
  url: shape.text({ about: 'URL of the full record of the alert in this API.' }),
};

export const alertProperties = shape.named('Alert', shape.object(alertFields));

const recordFields = { ...alertFields, geometry: shape.nullable(geometryShape) };

export const fullAlertShape = shape.named(
  'FullAlert',
  shape.object({
    ...recordFields,
    description: shape.nullable(shape.text({ about: 'Description of the hazard by the office.' })),
    instruction: shape.nullable(shape.text({ about: 'Recommended action.' })),
    zones: shape.arrayOf(
      shape.object({
        id: shape.text({ example: 'OKC027' }),
        name: shape.nullable(shape.text()),
        state: shape.nullable(shape.text()),
      }),
      { about: 'The affected zones. The name is null while the zone is not loaded.' },
    ),
    history: shape.arrayOf(
      shape.object({
        version: shape.integer({ min: 1, about: 'Version that this message created.' }),
        sent: shape.time(),
        action: shape.text({ about: 'VTEC action, or the message type.', example: 'CON' }),
      }),
      { about: 'Oldest first.' },
    ),
  }),
);

export const alertChangesShape = shape.named(
  'AlertChanges',
  shape.object({
    cursor: shape.text({ about: 'Cursor for the next request, to be sent as `since`.', example: '1042.48213' }),
    more: shape.boolean({ about: 'Whether more changes follow. If true, repeat the request at once.' }),
    new: shape.arrayOf(shape.named('AlertRecord', shape.object(recordFields)), {
      about: 'Alerts that are new since the cursor.',
    }),
    updated: shape.arrayOf(shape.named('AlertRecord', shape.object(recordFields)), {
      about: 'Alerts that changed since the cursor.',
    }),
    ended: shape.arrayOf(shape.integer(), { about: 'Ids of alerts that are no longer in force, for any reason.' }),
  }),
);
