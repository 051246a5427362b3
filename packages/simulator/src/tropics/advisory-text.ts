import { mpsPerKnot, mpsPerMph } from '@severe/geo';
import { bulletinTime, clockTime } from '../land/local-time.ts';
import { headingTime } from '../land/utc-time.ts';
import { minuteMs } from '../model/plane.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { advisoryAt, classOf, type Cyclone } from './cyclone.ts';

/** A public advisory is sent some minutes before its nominal time. */
const sentBeforeMs = 20 * minuteMs;
const mphOfKt = mpsPerKnot / mpsPerMph;
const kmhOfKt = 3.6 * mpsPerKnot;
const zone = 'America/New_York';
const titles: Record<string, string> = { TD: 'Tropical Depression', TS: 'Tropical Storm', HU: 'Hurricane' };

/** The newest public advisory (TCP) of a cyclone, and when it was sent. */
export function advisoryText(cyclone: Cyclone, now: number): { sentAt: number; text: string } {
  const { issuedAt, number } = advisoryAt(cyclone, now);
  const { lat, lon, windKt, pressureHpa, towardDeg, speedKt } = cyclone.at(issuedAt);
  const sentAt = issuedAt - sentBeforeMs;
  const name = `${titles[classOf(windKt)]} ${cyclone.name} (simulated)`;
  const utc = headingTime(issuedAt).slice(2);
  const text = [
    `\n000\nWTNT31 KNHC ${headingTime(sentAt)}\nTCPAT1\n\nBULLETIN`,
    `${name} Advisory Number ${String(number).padStart(3)}`,
    `NWS National Hurricane Center Miami FL       ${cyclone.id.toUpperCase()}`,
    `${bulletinTime(zone, issuedAt)}\n\n...${simulatedLabel}: this weather never happened...\n`,
    `SUMMARY OF ${clockTime(zone, issuedAt)}...${utc} UTC...INFORMATION\n----------------------------------------------`,
    `LOCATION...${lat.toFixed(1)}N ${Math.abs(lon).toFixed(1)}W`,
    `MAXIMUM SUSTAINED WINDS...${Math.round((windKt * mphOfKt) / 5) * 5} MPH...${Math.round((windKt * kmhOfKt) / 5) * 5} KM/H`,
    `PRESENT MOVEMENT...N OR ${Math.round(towardDeg / 5) * 5} DEGREES AT ${Math.round(speedKt * mphOfKt)} MPH...${Math.round(speedKt * kmhOfKt)} KM/H`,
    `MINIMUM CENTRAL PRESSURE...${pressureHpa} MB...${(pressureHpa / 33.8639).toFixed(2)} INCHES\n`,
    '$$\nForecaster Simulated\n',
  ].join('\n');
  return { sentAt, text };
}
