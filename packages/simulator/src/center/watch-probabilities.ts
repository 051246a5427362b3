import { bulletinTime } from '../land/local-time.ts';
import { headingTime } from '../land/utc-time.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import type { Watch } from './watches.ts';

const icao = 'KWNS';
const heading = 'WWUS40';
const code = 'WWP';

/** The text of the bulletin with its heading, as the provider sends it. */
export function probabilitiesText({ type, number, isPds, hailIn, gustKt, issuedAt }: Watch): string {
  const isTornado = type === 'TOR';
  const title = `${isTornado ? 'WT' : 'WS'} ${String(number).padStart(4, '0')}`;
  const chances: [of: string, percent: string][] = [
    ['2 OR MORE TORNADOES', isTornado ? (isPds ? '80%' : '50%') : '10%'],
    ['1 OR MORE STRONG /EF2-EF5/ TORNADOES', isTornado ? (isPds ? '60%' : '20%') : '<05%'],
    ['10 OR MORE SEVERE WIND EVENTS', isTornado ? '30%' : '70%'],
    ['1 OR MORE WIND EVENTS >= 65 KNOTS', gustKt >= 65 ? '40%' : '20%'],
    ['10 OR MORE SEVERE HAIL EVENTS', hailIn >= 2 ? '60%' : '30%'],
    ['1 OR MORE HAIL EVENTS >= 2 INCHES', hailIn >= 2 ? '60%' : '10%'],
    ['6 OR MORE COMBINED SEVERE HAIL/WIND EVENTS', '>95%'],
  ];
  const attributes: [name: string, value: string][] = [
    ['MAX HAIL /INCHES/', hailIn.toFixed(1)],
    ['MAX WIND GUSTS SURFACE /KNOTS/', String(gustKt)],
    ['PARTICULARLY DANGEROUS SITUATION', isPds ? 'YES' : 'NO'],
  ];
  return [
    `\n000\n${heading} ${icao} ${headingTime(issuedAt)}\n${code}${number % 10}\n`,
    `${isTornado ? 'TORNADO' : 'SEVERE THUNDERSTORM'} WATCH PROBABILITIES FOR ${title}`,
    `NWS STORM PREDICTION CENTER NORMAN OK\n${bulletinTime('America/Chicago', issuedAt).toUpperCase()}\n`,
    `...${simulatedLabel}: THIS WEATHER NEVER HAPPENED...\n`,
    `${title}\nPROBABILITY TABLE:`,
    ...chances.map(([of, percent]) => `PROB OF ${of}`.padEnd(51) + `:  ${percent}`),
    '\n&&\nATTRIBUTE TABLE:',
    ...attributes.map(([name, value]) => `${name.padEnd(45)}: ${value}`),
    '\n&&\n\n$$\n',
  ].join('\n');
}
