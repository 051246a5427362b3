import { shortened } from '@severe/base';
import type { Channel } from './channel.ts';
import type { Level, Note } from './note.ts';

const colours: Record<Level, number> = { Minor: 0x4a90d9, Moderate: 0xe0a800, Severe: 0xe8590c, Extreme: 0xc92a2a };

/** Characters of the parts of an embed. */
const longest = { title: 256, description: 4096 };

/**
 * A webhook of Discord. Nobody is mentioned, whatever a provider has written.
 *
 * @see https://docs.discord.com/developers/resources/webhook#execute-webhook
 */
export const discord = {
  hosts: ['discord.com', '.discord.com', 'discordapp.com', '.discordapp.com'],
  problemOf: () => undefined,
  bodyOf: ({ title, paragraphs, level, link, at }: Note) => ({
    embeds: [
      {
        title: shortened(escaped(title), longest.title),
        url: link,
        description: shortened(paragraphs.map(escaped).join('\n\n'), longest.description),
        color: colours[level],
        timestamp: at.toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  }),
} satisfies Channel;

/** The marks of Markdown as themselves. */
function escaped(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()]/g, '\\$&');
}
