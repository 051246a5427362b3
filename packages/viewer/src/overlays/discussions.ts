import { t } from '../language.ts';
import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { untilTime } from '../times.ts';
import { areas } from './draw.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 100;

/** Mesoscale discussions of the Storm Prediction Center. */
export const discussions: Overlay = {
  id: 'discussions',
  name: t`Mesoscale discussions`,
  source: 'discussions',
  everySeconds: 60,
  layers: areas('discussions', { fill: 0.06, width: 1.2, dashes: [3, 2] }),
  load: async () => symbolsOf(await client.get('/discussions', { limit }), limit, discussionSymbol),
};

function discussionSymbol(feature: { geometry: unknown; properties: Schemas['Discussion'] }): MapSymbol {
  const { number, expires, concerning, watch_confidence: chance, text } = feature.properties;
  return {
    geometry: feature.geometry as Geometry,
    id: number,
    endsAt: new Date(expires),
    kind: t`Mesoscale discussion`,
    colour: '#4f9dff',
    rank: number,
    title: t`Mesoscale discussion ${number}`,
    lines: compact(t`Until ${untilTime(expires)}`, concerning, chance !== null && t`Chance of a watch: ${chance} %`),
    ...(text === null ? {} : { text: () => Promise.resolve(text) }),
  };
}
