import type { Channel } from './channel.ts';
import type { Level, Note } from './note.ts';

/** Colours of Adaptive Cards by meaning. */
const colours: Record<Level, string> = {
  Minor: 'accent',
  Moderate: 'warning',
  Severe: 'attention',
  Extreme: 'attention',
};

const plain = (text: string, look: object = {}): object => ({
  type: 'RichTextBlock', // its text has no marks, as that of a TextBlock has
  inlines: [{ type: 'TextRun', text, ...look }],
});

/**
 * A workflow of Microsoft Teams that begins with "When a Teams webhook request is received". It takes Adaptive Cards.
 *
 * @see https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
 * @see https://adaptivecards.io/explorer/RichTextBlock.html
 */
export const teams = {
  hosts: ['.webhook.office.com', '.logic.azure.com', '.api.powerplatform.com'],
  problemOf: () => undefined,
  bodyOf: ({ title, paragraphs, level, link }: Note) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            plain(title, { size: 'large', weight: 'bolder', color: colours[level] }),
            ...paragraphs.map((text) => plain(text)),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open the map', url: link }],
        },
      },
    ],
  }),
} satisfies Channel;
