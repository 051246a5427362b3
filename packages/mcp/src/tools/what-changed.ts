import { z } from 'zod';
import { dataOf } from '../ask.ts';
import { caveatsOf } from '../honesty.ts';
import { lines, tool } from '../tool.ts';

export const whatChanged = tool({
  name: 'what_changed',
  title: 'What changed in the warnings',
  description:
    'Alerts that are new, updated or ended since the last call. The answer has a cursor: give it to the next call. Without a cursor, ' +
    'all alerts in force are new.',
  input: z.object({
    cursor: z.string().max(40).optional().describe('The cursor of the last answer.'),
    limit: z.number().int().min(1).max(200).default(50).describe('Most changes of the answer.'),
  }),
  async run({ cursor, limit }, client) {
    const [found, caveats] = await Promise.all([
      dataOf(client.get('/alerts/changes', { limit, ...(cursor ? { since: cursor } : {}) })),
      caveatsOf(client, ['alerts']),
    ]);
    type Changed = (typeof found.new)[number];
    const line = (what: string, { id, event, area_desc: area, expires, severity }: Changed): string =>
      `- ${what}: ${event} until ${expires} (${severity}): ${area} [${id}]`;
    return [
      lines(
        `${found.new.length} new, ${found.updated.length} updated, ${found.ended.length} ended. Cursor for the next call: ${found.cursor}`,
        found.more ? 'There are more: call again with this cursor.' : null,
        ...caveats,
        ...found.new.map((alert) => line('new', alert)),
        ...found.updated.map((alert) => line('updated', alert)),
        found.ended.length > 0 ? `- ended: ${found.ended.join(', ')}` : null,
      ),
    ];
  },
});
