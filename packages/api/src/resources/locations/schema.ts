import { shape } from '@severe/http';
import { nextHourShape, placeForecastShape, statusShape, unavailableShape } from '../../situation/schema.ts';
import { alertProperties } from '../alerts/schema.ts';
import { discussionProperties } from '../discussions/schema.ts';
import { observationProperties } from '../observations/schema.ts';
import { outlookFields, outlookProperties } from '../outlooks/schema.ts';
import { reportProperties } from '../reports/schema.ts';
import { watchProperties } from '../watches/schema.ts';

const outlookRisk = {
  risk: shape.text({ about: 'The category, or the probability in percent, as in `/outlooks`.', example: 'MDT' }),
  risk_rank: outlookFields.risk_rank,
  probability: outlookFields.probability,
  significant: shape.boolean({ about: 'Whether the place is in a hatched area too.' }),
  valid_from: shape.time(),
  valid_to: shape.time(),
};
export const outlookRiskShape = shape.object(outlookRisk);
const riskOf = (about: string) => shape.nullable(shape.object(outlookRisk, { about }));

export const outlookRisksShape = shape.object(
  {
    categorical: riskOf('The highest category.'),
    tornado: riskOf('The highest probability of tornadoes.'),
    hail: riskOf('The highest probability of severe hail.'),
    wind: riskOf('The highest probability of severe wind.'),
  },
  {
    about:
      'Highest risk of the day by type: of the outlook of day 1 that is valid now, or of one that begins later if none ' +
      'is. Null if no area of the type covers the place.',
  },
);

export const summaryShape = shape.named(
  'LocationSummary',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    generated_at: shape.time({ about: 'Time of the assessment.' }),
    status: statusShape,
    status_reason: shape.text({
      about: 'What gives the status, in one line.',
      example: 'Tornado Warning until 22:45Z',
    }),
    place: shape.object(
      {
        name: shape.nullable(shape.text({ about: 'The nearest city.', example: 'Norman' })),
        label: shape.nullable(
          shape.text({ about: 'Where the place is, from that city.', example: '2 km W of Norman, OK' }),
        ),
        state: shape.nullable(shape.text({ example: 'OK' })),
        county: shape.nullable(shape.text({ example: 'Cleveland' })),
        fips: shape.nullable(shape.text({ example: '40027' })),
        wfo: shape.nullable(shape.text({ example: 'OUN' })),
        timezone: shape.nullable(shape.text({ about: 'IANA time zone.', example: 'America/Chicago' })),
      },
      { about: 'The place, as `/geocode/reverse` describes it; all null over water.' },
    ),
    alerts: shape.arrayOf(alertProperties, { about: 'Alerts in force that cover the place, at most 50.' }),
    watches: shape.arrayOf(watchProperties, { about: 'Watches in force that cover the place.' }),
    discussions: shape.arrayOf(discussionProperties, { about: 'Mesoscale discussions in force that cover the place.' }),
    observation: shape.nullable(observationProperties),
    outlooks: shape.arrayOf(outlookProperties, {
      about:
        'Outlook areas that cover the place, of all days and types. Where day 1 begins later than now, the previous ' +
        'issuance that covers now is listed too.',
    }),
    outlook_risks: outlookRisksShape,
    reports: shape.arrayOf(reportProperties, { about: 'Reports within 80 km in the last 24 hours, at most 50.' }),
    next_hour: nextHourShape,
    hrrr: placeForecastShape,
    unavailable: unavailableShape,
  }),
);
