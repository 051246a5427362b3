import { shortened } from '@severe/base';
import type { Channel } from './channel.ts';
import type { Level, Note } from './note.ts';

/** 1 is the least, 5 sounds through quiet hours. */
const priorities: Record<Level, number> = { Minor: 2, Moderate: 3, Severe: 4, Extreme: 5 };
const tags: Record<Level, string> = {
  Minor: 'cloud_with_rain',
  Moderate: 'warning',
  Severe: 'warning',
  Extreme: 'rotating_light',
};

/** A longer message becomes a file: 4,096 bytes, of which a character of a text here takes three at most. */
const longestText = 1300;

const topicOf = ({ pathname }: URL): string => pathname.slice(pathname.lastIndexOf('/') + 1);

/**
 * A topic of ntfy, by its address: `https://ntfy.sh/my-topic`, also of a server of one's own, and with `?auth=` as its documentation
 * describes.
 *
 * @see https://docs.ntfy.sh/publish/#publish-as-json
 */
export const ntfy = {
  hosts: ['ntfy.sh'],
  problemOf: (url: URL) =>
    /^[-_A-Za-z0-9]{1,64}$/.test(topicOf(url))
      ? undefined
      : 'its path should end in a topic, such as https://ntfy.sh/my-topic',
  /** JSON goes to the folder of the topics. */
  targetOf: (url: URL) => `${url.origin}${url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1)}${url.search}`,
  bodyOf: ({ title, paragraphs, level, link }: Note, url: URL) => ({
    topic: topicOf(url),
    title,
    message: shortened(paragraphs.join('\n\n'), longestText),
    priority: priorities[level],
    tags: [tags[level]],
    click: link,
  }),
} satisfies Channel;
