import { distanceM } from '@severe/geo';
import type { Assessment } from '../assess.ts';
import { cone } from '../cone.ts';
import { locationOf, positionAt } from '../arrival.ts';
import { recentReports, uncovered, type KnownReport, type MovingStorm, type Situation } from '../situation.ts';
import { rainDbz } from '../next-hour.ts';
import { echoOf } from './echo.ts';
import { nextHourText } from './next-hour-text.ts';
import { mpsOfKmh, quantities } from './units.ts';
import { capital, nearestTo, type Writer } from './writer.ts';

/** A storm farther away is not mentioned unless it may arrive. */
const nearStormM = 80_000;
/** Below this speed a storm is said to hardly move. */
const slowMps = 2;

/** What is happening at and around the place: one paragraph. */
export function happening(assessment: Assessment, writer: Writer): string {
  const { situation, status } = assessment;
  const events = [
    stormSentence(assessment, writer),
    echoSentence(situation, writer),
    lightningSentence(situation, writer),
    reportSentence(situation, writer),
  ].filter((sentence) => sentence !== undefined);
  const sentences = events.length > 0 ? events : [quietSentence(assessment, writer)];
  if (uncovered(situation).length > 0) sentences.push(writer.say('notCovered'));
  else if (events.length === 0 && status !== 'normal' && situation.radar)
    sentences.push(noRain(situation.radar, writer));
  const coming = nextHourText(assessment, writer);
  if (coming) sentences.push(coming);
  const measured = observationSentence(situation, writer);
  if (measured) sentences.push(measured);
  return sentences.join(' ');
}

/** The sentence for a place where no storm, echo, flash or report is near. */
function quietSentence({ status, reasons, unavailable }: Assessment, writer: Writer): string {
  if (unavailable.length > 0) return writer.say('nothingKnown');
  if (status === 'normal') return writer.say('nothingHappens');
  return writer.say(reasons[0]?.rule.source === 'alerts' && status !== 'watch' ? 'underAlert' : 'noStormNear');
}

function noRain({ radiusKm }: NonNullable<Situation['radar']>, writer: Writer): string {
  return writer.say('noRain', { distance: quantities.distance(radiusKm * 1000, writer.units) });
}

/** The storm that may arrive, else the nearest one. */
function stormSentence({ arrivals, situation }: Assessment, writer: Writer): string | undefined {
  const { storms, place, now } = situation;
  const positionOf = ({ motion }: MovingStorm) => positionAt(locationOf(motion), motion, now);
  const storm = arrivals[0]?.storm ?? nearestTo(place, storms, positionOf);
  if (!storm) return undefined;
  const position = arrivals[0]?.position ?? positionOf(storm);
  const metres = distanceM(place, position);
  if (!arrivals[0] && metres > nearStormM) return undefined;
  const { motion, tags } = storm;
  const values = {
    distance: quantities.distance(metres, writer.units),
    direction: writer.directionTo(place, position),
    toward: writer.direction(motion.towardDeg),
    speed: quantities.speed(motion.speedMps, writer.units),
    at: writer.at(motion.observedAt),
    dbz: Math.round(storm.maxDbz ?? 0),
  };
  const tornado = tags?.tornado?.toUpperCase();
  const isObserved = tornado === 'OBSERVED';
  if (motion.speedMps < slowMps) return writer.say(isObserved ? 'stormTornadoStill' : 'stormStill', values);
  if (metres < cone.radiusM) return writer.say(isObserved ? 'stormTornadoHere' : 'stormHere', values);
  if (storm.alertId === null) return writer.say('stormCell', values);
  if (isObserved) return writer.say('stormTornado', values);
  return writer.say(tornado === 'RADAR INDICATED' ? 'stormTornadoIndicated' : 'stormWarned', values);
}

function echoSentence({ radar, place }: Situation, writer: Writer): string | undefined {
  const { hereDbz, strongest } = radar ?? { hereDbz: null, strongest: null };
  if (hereDbz !== null && hereDbz >= rainDbz) {
    return writer.say('echoHere', { strength: writer.words.echoes[echoOf(hereDbz)], dbz: Math.round(hereDbz) });
  }
  if (!strongest || strongest.dbz < rainDbz) return undefined;
  return writer.say('echoNear', {
    strength: writer.words.echoes[echoOf(strongest.dbz)],
    dbz: Math.round(strongest.dbz),
    distance: quantities.distance(distanceM(place, strongest.point), writer.units),
    direction: writer.directionTo(place, strongest.point),
  });
}

function lightningSentence({ lightning }: Situation, writer: Writer): string | undefined {
  if (!lightning || lightning.count === 0) return undefined;
  const { count, radiusKm, minutes } = lightning;
  const distance = quantities.distance(radiusKm * 1000, writer.units);
  return writer.say(count === 1 ? 'oneFlash' : 'lightning', { count, distance, minutes });
}

function reportSentence(situation: Situation, writer: Writer): string | undefined {
  const { place } = situation;
  const recent = recentReports(situation);
  const nearest = nearestTo(place, recent, ({ point }) => point);
  if (!nearest) return undefined;
  const metres = (report: KnownReport) => distanceM(place, report.point);
  const oldest = recent.reduce((first, report) => (report.at < first.at ? report : first));
  return writer.say(recent.length === 1 ? 'oneReport' : 'reports', {
    count: recent.length,
    distance: quantities.distance(Math.max(...recent.map(metres)), writer.units),
    away: quantities.distance(metres(nearest), writer.units),
    direction: writer.directionTo(place, nearest.point),
    type: writer.words.reportTypes[nearest.type],
    at: writer.at(oldest.at),
  });
}

function observationSentence({ observation }: Situation, writer: Writer): string | undefined {
  if (!observation) return undefined;
  const { temperatureC, windSpeedKmh, windGustKmh } = observation;
  const values: string[] = [];
  if (temperatureC !== null) values.push(quantities.temperature(temperatureC, writer.units));
  if (windSpeedKmh !== null) values.push(windWords(windSpeedKmh, windGustKmh, writer));
  return values.length > 0 ? capital(writer.say('observed', { values: writer.list(values) })) : undefined;
}

/** A wind, with its gusts if they are stronger. */
function windWords(speedKmh: number, gustKmh: number | null, writer: Writer): string {
  const inUnits = (kmh: number) => quantities.speed(mpsOfKmh(kmh), writer.units);
  const values = { speed: inUnits(speedKmh), gust: inUnits(gustKmh ?? 0) };
  if (gustKmh !== null && gustKmh > speedKmh) return writer.say('gusts', values);
  return writer.say(speedKmh === 0 ? 'calm' : 'wind', values);
}
