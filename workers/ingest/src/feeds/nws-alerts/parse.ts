import { setImmediate } from 'node:timers/promises';
import { DataError, messageOf, parseTime } from '@severe/base';
import type { AlertEvent } from '@severe/db';
import { isBulletin } from '../../parse/bulletin.ts';
import { mergeMessages } from './merge.ts';
import { parseBulletin } from './parse-bulletin.ts';
import { parseMessage, type AlertMessage } from './message.ts';

/** What a list of alerts says. */
export interface AlertList {
  events: AlertEvent[];
  /** What could not be taken, and why; a polygon that could not leaves its alert without one. */
  refused: { what: string; why: string }[];
  /** How many were no alerts: exercises, tests and drafts. */
  dropped: number;
  /** Whether all that is in force is here, so that what is missing has ended. */
  complete: boolean;
  /** When the provider last changed it. */
  updatedAt: Date | undefined;
}

/** A thousand alerts take a fifth of a second, and others share the thread: between so many they have their turn. */
const atOnce = 20;

/**
 * Reads the active alerts of api.weather.gov: a FeatureCollection of CAP messages, as events; or, from a file, a single
 * bulletin, which is never all that is in force.
 *
 * @throws {DataError} `alerts`: something else was sent, whatever its status said
 */
export async function parseAlerts(text: string, now: Date): Promise<AlertList> {
  if (isBulletin(text)) return listOf(parseBulletin(text, now));
  const { features, updated, pagination } = readCollection(text);
  const messages = new Map<string, AlertMessage>();
  const refused: AlertList['refused'] = [];
  let dropped = 0;
  let lost = 0;
  for (const [i, feature] of features.entries()) {
    if (i % atOnce === 0) await setImmediate();
    try {
      const message = parseMessage(feature, now);
      if (!message) dropped++;
      else messages.set(message.identifier, message); // the same twice is once
      if (message) refused.push(...refusedPolygon(message));
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      lost++;
      refused.push({ what: nameOf(feature, i), why: error.message });
    }
  }
  await setImmediate();
  return {
    events: groupByEvent(messages.values()).map(mergeMessages),
    refused,
    dropped,
    complete: lost === 0 && pagination === undefined,
    updatedAt: typeof updated === 'string' ? parseTime(updated) : undefined,
  };
}

function listOf(messages: AlertMessage[]): AlertList {
  const events = groupByEvent(messages).map(mergeMessages);
  return { events, refused: messages.flatMap(refusedPolygon), dropped: 0, complete: false, updatedAt: undefined };
}

function refusedPolygon({ identifier, polygonRefused }: AlertMessage): AlertList['refused'] {
  return polygonRefused === null ? [] : [{ what: identifier, why: `polygon: ${polygonRefused}` }];
}

interface Collection {
  features: unknown[];
  updated?: unknown;
  pagination?: unknown;
}

function readCollection(text: string): Collection {
  const read = readJson(text) as { type?: unknown; features?: unknown } | null;
  if (typeof read !== 'object' || read?.type !== 'FeatureCollection' || !Array.isArray(read.features)) {
    throw new DataError('alerts', `expected a FeatureCollection of alerts, got ${shown(text)}`);
  }
  return read as Collection;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DataError('alerts', `expected JSON, got ${shown(text)}: ${messageOf(error).slice(0, 80)}`, {
      cause: error,
    });
  }
}

function groupByEvent(messages: Iterable<AlertMessage>): AlertMessage[][] {
  const groups = new Map<string, AlertMessage[]>();
  for (const message of messages) {
    const group = groups.get(message.eventKey);
    if (group) group.push(message);
    else groups.set(message.eventKey, [message]);
  }
  return [...groups.values()];
}

function nameOf(feature: unknown, i: number): string {
  const id = (feature as { properties?: { id?: unknown } } | null)?.properties?.id;
  return typeof id === 'string' ? id.slice(0, 120) : `feature ${i}`;
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
