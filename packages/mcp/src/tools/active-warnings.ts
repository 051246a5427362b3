import { z } from 'zod';
import { dataOf } from '../ask.ts';
import { caveatsOf } from '../honesty.ts';
import { placeInput, placeOf } from '../place.ts';
import { lines, tool } from '../tool.ts';

export const activeWarnings = tool({
  name: 'active_warnings',
  title: 'Active warnings',
  description:
    'Warnings, watches, advisories and statements in force, the most recent first: at a place, in a state, or of the country. Narrow ' +
    'it by event, such as "Tornado Warning".',
  input: z.object({
    ...placeInput,
    state: z.string().length(2).optional().describe('State or territory, two letters. Default: the country.'),
    event: z
      .string()
      .max(200)
      .optional()
      .describe('Names of events, separated by commas; a beginning is enough: "Tornado".'),
    limit: z.number().int().min(1).max(100).default(20).describe('Most alerts of the answer.'),
  }),
  async run({ state, event, limit, ...given }, client) {
    const place = await placeOf(given, client);
    const point = place && `${place.lat},${place.lon}`;
    const [found, caveats] = await Promise.all([
      dataOf(client.get('/alerts', { limit, ...(point ? { point } : {}), ...(state ? { state: state.toUpperCase() as 'OK' } : {}), ...(event ? { event } : {}) })), // prettier-ignore
      caveatsOf(client, ['alerts']),
    ]);
    const where = place?.label ?? state?.toUpperCase() ?? 'the country';
    const total = found.numberMatched ?? found.numberReturned;
    return [
      lines(
        `${total} in force for ${where}${total > found.features.length ? `, the newest ${found.features.length} of them` : ''}.`,
        ...caveats,
        ...found.features.map(({ properties: alert }) => {
          const tags = [alert.tags.emergency ? 'EMERGENCY' : '', alert.tags.pds ? 'particularly dangerous' : ''].filter(Boolean); // prettier-ignore
          return `- ${alert.event} until ${alert.expires} (${[alert.severity, ...tags].join(', ')}): ${alert.area_desc}. ${alert.headline ?? ''} [${alert.url}]`;
        }),
      ),
    ];
  },
});
