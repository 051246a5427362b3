import { expect } from 'chai';
import { recentReports, type Assessment, type Briefing } from '@severe/assessment';

/** A sentence of the English briefing, and whether it must be said; undefined: it may or may not. */
interface Claim {
  says: RegExp;
  of: (assessment: Assessment) => boolean | undefined;
}

const echo = ({ situation: { radar } }: Assessment) => Math.max(radar?.hereDbz ?? -99, radar?.strongest?.dbz ?? -99);
const inForce = ({ situation: { alerts, now } }: Assessment) => alerts.filter(({ expires }) => expires > now);

/** Whether a storm, rain, lightning or a report is near. */
const happens = (of: Assessment) =>
  of.arrivals.length > 0 ||
  echo(of) >= 20 ||
  (of.situation.lightning?.count ?? 0) > 0 ||
  recentReports(of.situation).length > 0;

/** What the sentences claim, told from the situation without the code that writes them. */
const claims: Claim[] = [
  { says: /^No alert, watch or mesoscale discussion is in effect/, of: ({ status }) => status === 'normal' },
  { says: /The status here is unknown/, of: ({ status }) => status === 'unknown' },
  { says: /not an all-clear/, of: ({ status }) => status === 'unknown' },
  { says: /unavailable at the moment/, of: ({ situation }) => situation.unavailable.length > 0 },
  { says: /Radar shows no rain/, of: (of) => (echo(of) >= 20 ? false : undefined) },
  { says: /Radar shows (?!no rain)/, of: (of) => echo(of) >= 20 },
  { says: /Radar and convective outlooks do not cover/, of: ({ situation: { radar, unavailable } }) => radar === null && !unavailable.includes('radar') }, // prettier-ignore
  { says: /No storm is near|Nothing severe is happening|What is happening here is not known/, of: (of) => (happens(of) ? false : undefined) }, // prettier-ignore
  { says: /By the motion of the echoes/, of: ({ situation: { nextHour, now, unavailable } }) => (unavailable.includes('radar') || !nextHour?.steps.some(({ at, chance }) => at > now && chance >= 25) ? undefined : true) }, // prettier-ignore
  { says: /By the motion of the echoes/, of: ({ situation: { nextHour, unavailable } }) => (nextHour === null || unavailable.includes('radar') ? false : undefined) }, // prettier-ignore
  { says: /rain may begin here|rain is possible here/, of: ({ situation: { radar } }) => ((radar?.hereDbz ?? -99) >= 20 ? false : undefined) }, // prettier-ignore
  { says: /the rain here may/, of: ({ situation: { radar, nextHour } }) => ((radar?.hereDbz ?? nextHour?.hereDbz ?? -99) < 20 ? false : undefined) }, // prettier-ignore
  { says: /lightning flash/, of: ({ situation }) => (situation.lightning?.count ?? 0) > 0 },
  { says: /storm reports? came/, of: ({ situation }) => recentReports(situation).length > 0 },
  { says: /storm reports came/, of: ({ situation }) => recentReports(situation).length > 1 },
  { says: /The nearest station measures/, of: ({ situation: { observation } }) => observation !== null && (observation.temperatureC !== null || observation.windSpeedKmh !== null) }, // prettier-ignore
  { says: /The storm may (arrive|already be here)/, of: ({ arrivals }) => arrivals.length > 0 },
  { says: /A tornado was observed/, of: ({ situation: { storms } }) => (storms.some(({ tags }) => tags?.tornado === 'OBSERVED') ? undefined : false) }, // prettier-ignore
  { says: /No action is needed/, of: ({ status, arrivals, situation }) => (status !== 'normal' || arrivals.length > 0 || recentReports(situation).length > 0 ? false : undefined) }, // prettier-ignore
  { says: /Take shelter now|Go inside a sturdy building|Move to higher ground|Follow the instructions of the weather service and/, of: ({ status }) => status === 'warning' || status === 'emergency' }, // prettier-ignore
  { says: /Severe weather is possible\. Know/, of: ({ status }) => status === 'watch' },
  { says: /follow the instructions of the alert/, of: ({ status }) => status === 'advisory' },
  { says: /Severe weather may develop/, of: ({ status }) => status === 'elevated' },
  { says: /covers this point until/, of: ({ status, reasons }) => status !== 'unknown' && ['alerts', 'watches'].includes(reasons[0]?.rule.source) }, // prettier-ignore
];

/** Expects that every sentence of a briefing is true, and that none that should be said is missing. */
export function expectTrue(assessment: Assessment, { headline, happening, meaning }: Briefing): void {
  const text = `${headline} ${happening} ${meaning}`;
  for (const { says, of } of claims) {
    const truth = of(assessment);
    if (truth !== undefined) expect(says.test(text), `${String(says)} in "${text}"`).to.equal(truth);
  }
  const [, also] = /Also in effect: (.*)\.$/.exec(headline) ?? [];
  if (also === undefined) return;
  const [, counted = 0] = /(\d+) more$/.exec(also) ?? [];
  const named = also.match(/ until /g)!.length;
  expect(inForce(assessment).length).to.be.at.least(named + Number(counted));
}
