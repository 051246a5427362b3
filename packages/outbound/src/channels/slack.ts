import { shortened } from '@severe/base';
import type { Channel } from './channel.ts';
import type { Level, Note } from './note.ts';

const colours: Record<Level, string> = { Minor: '#4a90d9', Moderate: '#e0a800', Severe: '#e8590c', Extreme: '#c92a2a' };

/** Longest text of a section. */
const longestText = 3000;

/**
 * An incoming webhook of Slack. What a provider has written is plain text: it cannot mention anybody, nor link.
 *
 * @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export const slack = {
  hosts: ['hooks.slack.com'],
  problemOf: () => undefined,
  bodyOf: ({ title, paragraphs, level, link }: Note) => ({
    text: `*${escaped(title)}*`,
    attachments: [
      {
        color: colours[level],
        blocks: [
          {
            type: 'section',
            text: { type: 'plain_text', text: shortened(paragraphs.join('\n\n'), longestText), emoji: false },
          },
          { type: 'context', elements: [{ type: 'mrkdwn', text: `<${escaped(link)}|Open the map>` }] },
        ],
      },
    ],
  }),
} satisfies Channel;

/** The three characters that begin something in a text of Slack. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
