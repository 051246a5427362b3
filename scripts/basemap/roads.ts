import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature, LineString, MultiLineString } from 'geojson';
import type { LayerFeature } from './layer.ts';
import { readShapes } from './water.ts';

/** Names of the files of the Census Bureau with primary roads of the nation, or primary and secondary roads of a state. */
const roadFile = /^(tl_\d{4}_\w+_(?:primaryroads|prisecroads))\.shp$/;

/** Kinds by feature class: S1100 has limited access, S1200 are other main roads. */
const kinds: Record<string, { kind: string; from: number }> = {
  S1100: { kind: 'highway', from: 4 },
  S1200: { kind: 'major_road', from: 7 },
};

/**
 * Roads of the TIGER/Line files in a folder (US Census Bureau). Each road of a state is also in the file of the nation if it is
 * primary; with files of both, primary roads are taken from that of the nation only.
 */
export async function readRoads(folder: string): Promise<LayerFeature[]> {
  const bases = readdirSync(folder).flatMap((name) => roadFile.exec(name)?.[1] ?? []);
  const hasNation = bases.some((base) => base.endsWith('_primaryroads'));
  const roads: LayerFeature[] = [];
  for (const base of bases) {
    const ofState = base.endsWith('_prisecroads');
    for (const road of (await readShapes(join(folder, base))) as Feature<LineString | MultiLineString>[]) {
      const { MTFCC, FULLNAME, RTTYP } = road.properties as { MTFCC: string; FULLNAME?: string; RTTYP?: string };
      const look = kinds[MTFCC];
      if (!look || (ofState && hasNation && look.kind === 'highway')) continue;
      const number = RTTYP === 'I' || RTTYP === 'U' ? /\d+\w*/.exec(FULLNAME ?? '')?.[0] : undefined;
      roads.push({
        type: 'Feature',
        properties: {
          kind: look.kind,
          min_zoom: look.from,
          ...(number ? { shield_text: RTTYP === 'I' ? `I-${number}` : `US ${number}` } : {}),
        },
        geometry: road.geometry,
      });
    }
  }
  return roads;
}
