import { DataError } from '@severe/base';
import { XMLParser } from 'fast-xml-parser';
import { readBulletin } from '../../parse/bulletin.ts';
import { neededText, neededTime, textOf, timeOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { excerpt, arrayOf, isRecord, type JsonObject, type Payload, recordOf } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';
import { amount, isFlow } from './parse-nwps.ts';
import type { StageFlowRow } from './row.ts';

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false, // none are used, and they could expand the text
  isArray: (name) => name === 'datum',
});

interface Run {
  site: JsonObject;
  kind: StageFlowRow['kind'];
  run: JsonObject;
}

/**
 * Parses an `HML` bulletin: one XML document per site with observed values, forecast values, or both. Stage and flow
 * can be in either order; -999, -9999 and the like are missing values.
 *
 * @throws {DataError} `bulletin` for another product, `xml` when it cannot be read
 */
export function parseHml(payload: Payload, near: Date): Parsed<StageFlowRow> {
  const { awips, text } = readBulletin(payload, near);
  if (!awips.startsWith('HML'))
    throw new DataError('bulletin', `expected HML and an office, got ${describeProduct(awips)}`);
  const runs = text
    .split(/<\?xml[^>]*\?>/)
    .filter((document) => document.trim() !== '')
    .flatMap(runsOf);
  return collect(runs, ({ site, kind }) => `${String(site.id)} ${kind}`, readRun);
}

function runsOf(document: string): Run[] {
  let parsed: unknown;
  try {
    parsed = xml.parse(document.slice(0, endOf(document)), true);
  } catch (cause) {
    throw new DataError('xml', `expected the XML of a site, got ${excerpt(document.trim().slice(0, 60))}`, {
      cause,
    });
  }
  const site = recordOf(recordOf(parsed, 'a document').site, 'a site');
  return (['observed', 'forecast'] as const).flatMap((kind) => {
    const run = site[kind];
    return isRecord(run) && run.datum ? [{ site, kind, run }] : [];
  });
}

/** The end of a document. Below it are end marks, or anything else that is no part of it. */
function endOf(document: string): number | undefined {
  const end = document.lastIndexOf('</site>');
  return end < 0 ? undefined : end + '</site>'.length;
}

function readRun({ site, kind, run }: Run): StageFlowRow | Ignored {
  const [first, second] = [textOf(run.primaryUnits), textOf(run.secondaryUnits)];
  const [stage, flow] = isFlow(first) ? (['secondary', 'primary'] as const) : (['primary', 'secondary'] as const);
  const [stageUnits, flowUnits] = isFlow(first) ? [second, first] : [first, second];
  const points = arrayOf(run.datum, 'datum').map((one) => {
    const datum = recordOf(one, 'a datum');
    return {
      at: neededTime(datum.valid, 'valid'),
      stage: amount(datum[stage], stageUnits).value,
      flow: amount(datum[flow], flowUnits).value,
    };
  });
  if (points.every((point) => point.stage === null && point.flow === null)) return new Ignored('no data');
  return {
    lid: neededText(site.id, 'id'),
    kind,
    issuedAt: timeOf(run.issued ?? site.generationtime, 'issued'),
    stageUnit: amount(null, stageUnits).unit,
    flowUnit: amount(null, flowUnits).unit,
    points,
  };
}
