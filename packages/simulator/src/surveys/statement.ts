import { nearestOffice } from '@severe/catalogue';
import { bulletinTime, formTime, zoneOf } from '../land/local-time.ts';
import { headingTime } from '../land/utc-time.ts';
import { namePlace } from '../reports/place-name.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { lengthMi, strongest, widest } from './features.ts';
import type { Survey } from './survey.ts';

/** WMO heading of the statements. */
export const statementHeading = 'NOUS44';

/** The office that issues the statement of a survey. */
export function officeOfSurvey({ path }: Survey): ReturnType<typeof nearestOffice> {
  return nearestOffice(path[0].place);
}

/** The public information statement (PNS) about a survey. */
export function statementText(survey: Survey): string {
  const { beginsAt, endsAt, path, ef, injuries, publishedAt } = survey;
  const office = officeOfSurvey(survey);
  const zone = zoneOf(office);
  const first = namePlace(path[0].place);
  const at = (name: 'Start' | 'End', when: number, { place }: Survey['path'][number]): string[] => {
    const { date, time } = formTime(zone, when);
    const { city, county, state } = namePlace(place);
    return [
      field(`${name} Date`, date),
      field(`${name} Time`, time),
      field(`${name} Location`, `${city} / ${county} / ${state}`),
      `${field(`${name} Lat/Lon`, `${place.lat.toFixed(4)} / ${place.lon.toFixed(4)}`)}\n`,
    ];
  };
  return [
    `\n000\n${statementHeading} ${office.icao} ${headingTime(publishedAt)}\nPNS${office.id}\n`,
    `Public Information Statement\nNational Weather Service ${office.name} ${office.state}\n${bulletinTime(zone, publishedAt)}\n`,
    `...NWS Damage Survey for ${formTime(zone, beginsAt).date} Tornado Event...\n`,
    `.${first.city} Tornado...${first.county} County, ${first.state}\n`,
    field('Rating', ef === null ? 'EFU' : `EF${ef}`),
    field('Estimated Peak Wind', `${strongest(survey)} mph`),
    field('Path Length /statute/', `${lengthMi(survey)} miles`),
    field('Path Width /maximum/', `${widest(survey)} yards`),
    field('Fatalities', '0'),
    `${field('Injuries', `${injuries}`)}\n`,
    ...at('Start', beginsAt, path[0]),
    ...at('End', endsAt, path[path.length - 1]),
    `Survey Summary:\n${simulatedLabel}: the survey of a tornado that never happened.\n\n&&\n\n$$\n`,
  ].join('\n');
}

const field = (name: string, value: string): string => `${`${name}:`.padEnd(24)}${value}`;
