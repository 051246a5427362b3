import { formatTime } from '@severe/base';
import { apiPrefix, Reply, type Endpoint, declaration, xml } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { getAlert, listAlerts } from '../../resources/alerts/endpoints.ts';
import { listReports } from '../../resources/reports/endpoints.ts';
import type { ListedFeature } from '../features-of.ts';
import { keptWith } from '../kept-with.ts';
import { createReform, textIn } from '../reform.ts';
import { isMissing, withState } from '../with-state.ts';
import { capOf, type Publisher } from './cap.ts';
import { alertEntry, reportItem } from './entries.ts';

/** A feed: what its beginning says, and its list in its form. */
interface Feed {
  list: Endpoint<ApiContext>;
  path: string;
  summary: string;
  media: string;
  source: string;
  /** @param updated time of the newest data @param note what readers have to know first; undefined for nothing */
  open: (facts: { self: string; updated: string; note: string | undefined } & Publisher) => string;
  close: string;
  entry: (feature: ListedFeature<any>, publisher: Publisher) => string;
}

const title = (simulated: boolean, words: string): string =>
  `severe: ${words}${simulated ? ', SIMULATED weather' : ''}`;

const alertFeed: Feed = {
  list: listAlerts,
  path: '/feeds/alerts.atom',
  summary: 'Alerts as an Atom feed with elements of CAP, with the filters of `/alerts`.',
  media: 'application/atom+xml',
  source: 'alerts',
  open: ({ self, url, updated, note, simulated }) =>
    `${declaration}<feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2">${xml({
      id: self,
      title: title(simulated, 'alerts'),
      updated,
      author: { name: 'severe', uri: `${url}/` },
      link: [
        { '@rel': 'self', '@type': 'application/atom+xml', '@href': self },
        { '@rel': 'alternate', '@type': 'text/html', '@href': `${url}/` },
      ],
      ...(note === undefined
        ? {}
        : {
            entry: {
              id: `${self}#not-current`,
              title: note,
              updated,
              link: { '@rel': 'alternate', '@type': 'text/html', '@href': `${url}/status` },
              summary: 'An empty feed is no all-clear now. Watch official sources.',
            },
          }),
    })}`,
  close: '</feed>',
  entry: alertEntry,
};

const reportFeed: Feed = {
  list: listReports,
  path: '/feeds/reports.rss',
  summary: 'Storm reports as an RSS feed with places, with the filters of `/reports`.',
  media: 'application/rss+xml',
  source: 'reports',
  open: ({ self, url, updated, note, simulated }) =>
    `${declaration}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss"><channel>${xml(
      {
        title: title(simulated, 'storm reports'),
        link: `${url}/`,
        description: 'Reports of tornadoes, hail, wind and floods, newest first.',
        'atom:link': { '@rel': 'self', '@type': 'application/rss+xml', '@href': self },
        lastBuildDate: new Date(updated).toUTCString(),
        ttl: 5,
        ...(note === undefined
          ? {}
          : {
              item: {
                title: note,
                link: `${url}/status`,
                guid: { '@isPermaLink': 'false', '#text': `${self}#not-current` },
              },
            }),
      },
    )}`,
  close: '</channel></rss>',
  entry: reportItem,
};

/** GET /feeds/alerts.atom, GET /feeds/reports.rss */
export const feeds = [alertFeed, reportFeed].map(endpointOf);

function endpointOf({ list, path, summary, media, source, open, close, entry }: Feed): Endpoint<ApiContext> {
  const reform = createReform();
  return {
    ...list,
    path,
    summary,
    description: 'While the source does not answer, the first entry says so.',
    response: { media, about: 'A feed.' },
    async handle(call, context) {
      const publisher = { url: context.publicUrl(), simulated: context.simulated };
      const [reply, missing] = await Promise.all([
        list.handle(call, context) as Promise<Reply>,
        isMissing(source, context),
      ]);
      const entries = await reform(reply, {
        media: `${media}; charset=utf-8`,
        textOf: (feature) => entry(feature, publisher),
        dependsOn: `${publisher.url} ${publisher.simulated}`,
      });
      const query = call.canonicalQuery();
      const changed = entries.headers['Last-Modified'];
      const head = open({
        ...publisher,
        self: `${publisher.url}${apiPrefix}${path}${query === '' ? '' : `?${query}`}`,
        updated: formatTime(changed ? new Date(changed) : context.clock()),
        note: missing ? 'NOT CURRENT: the source does not answer' : undefined,
      });
      return withState(entries, { head, tail: close }, context);
    },
  };
}

const message = keptWith<Buffer>();

/** GET /alerts/{alert_id}.cap */
export const getCap: Endpoint<ApiContext> = {
  ...getAlert,
  path: '/alerts/{alert_id}.cap',
  summary: 'One alert as a message of the Common Alerting Protocol, CAP 1.2.',
  description:
    'The newest version of the alert; it refers to the versions before. Simulated alerts have the status `Test`.',
  response: { media: 'application/cap+xml', about: 'A message (OASIS CAP 1.2).' },
  async handle(call, context) {
    const { status, headers, body, isCurrent } = (await getAlert.handle(call, context)) as Reply;
    const record = body as Uint8Array;
    const publisher = { url: context.publicUrl(), simulated: context.simulated };
    const made = message(record, () =>
      Buffer.from(capOf(JSON.parse(textIn(record)) as Parameters<typeof capOf>[0], publisher)),
    );
    return new Reply(status, { ...headers, 'Content-Type': 'application/cap+xml; charset=utf-8' }, made, isCurrent);
  },
};
