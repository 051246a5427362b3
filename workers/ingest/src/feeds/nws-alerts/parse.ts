import { setImmediate } from 'node:timers/promises';
import { DataError, parseTime } from '@severe/base';
import type { AlertEvent } from '@severe/db';
import { collectInTurns, Ignored, type Parsed, type Refused } from '../../parse/parsed.ts';
import { arrayOf, isRecord, readJson, recordOf, excerpt } from '../../parse/payload.ts';
import { groupByEvent, isDoubtful } from './group.ts';
import { mergeMessages } from './merge.ts';
import { parseMessage, type AlertMessage } from './message.ts';

/** An event with the messages that may belong to two events. */
export interface GroupedEvent extends AlertEvent {
  doubtful?: AlertMessage[];
}

/** A list of alerts as events. A rejected polygon is in `refused`; its alert is in `rows`. */
export interface AlertList extends Parsed<GroupedEvent> {
  /** Whether the list has every alert in force, so that missing alerts have ended. */
  complete: boolean;
  /** When the provider last changed the list. */
  updatedAt: Date | undefined;
}

/** Messages per batch, which take about 4 ms. */
const batchSize = 20;

/**
 * Parses the active alerts of api.weather.gov, a FeatureCollection of CAP messages.
 *
 * @throws {DataError} for any other payload
 */
export async function parseAlerts(text: string, now: Date): Promise<AlertList> {
  const { features, updated, pagination } = readCollection(text);
  const { rows, refused, ignored } = await collectInTurns(
    features,
    nameOf,
    (feature) => parseMessage(feature, now) ?? new Ignored('exercise, test or draft'),
    batchSize,
  );
  await setImmediate();
  const messages = new Map(rows.map((message) => [message.identifier, message])); // a list may repeat a message
  return {
    ...eventsOf(messages.values(), refused),
    ignored,
    complete: refused.length === 0 && pagination === undefined,
    updatedAt: typeof updated === 'string' ? parseTime(updated) : undefined,
  };
}

/** Merges the messages of one time into events. @param refused messages that could not be parsed */
export function eventsOf(
  messages: Iterable<AlertMessage>,
  refused: Refused[] = [],
): Pick<AlertList, 'rows' | 'refused'> {
  const all = [...messages];
  const rows = groupByEvent(all).map((group) => ({
    ...mergeMessages(group),
    ...(isDoubtful(group) ? { doubtful: group } : {}),
  }));
  return { rows, refused: [...refused, ...all.flatMap(refusedPolygon)] };
}

function refusedPolygon({ identifier, polygonRefused }: AlertMessage): Refused[] {
  return polygonRefused === null ? [] : [{ what: identifier, why: `polygon: ${polygonRefused}` }];
}

function readCollection(text: string): { features: unknown[]; updated: unknown; pagination: unknown } {
  const { type, features, updated, pagination } = recordOf(readJson(text), 'a FeatureCollection of alerts');
  if (type !== 'FeatureCollection') {
    throw new DataError('shape', `expected a FeatureCollection of alerts, got ${excerpt(text)}`);
  }
  return { features: arrayOf(features, 'features'), updated, pagination };
}

function nameOf(feature: unknown, index: number): string {
  const properties = isRecord(feature) && isRecord(feature.properties) ? feature.properties : {};
  return typeof properties.id === 'string' ? properties.id.slice(0, 120) : `feature ${index}`;
}
