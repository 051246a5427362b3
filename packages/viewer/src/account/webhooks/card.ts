import type { Schemas } from '@severe/client';
import { button, fillTerms, make, timeOf, type Content } from '../build.ts';
import type { Geometry } from 'geojson';
import { wordsOfFence, type Fence } from '../map/fence.ts';

type Webhook = Schemas['Webhook'];

/** What the reader can do with a webhook. `output` is an element of its card for the result. */
interface CardActions {
  edit: () => void;
  test: (output: HTMLElement) => Promise<void>;
  deliveries: (output: HTMLElement) => Promise<void>;
  enable: (enabled: boolean) => Promise<void>;
  rotate: () => Promise<void>;
  remove: () => Promise<void>;
}

/** A webhook with its state, its filters and what can be done with it. */
export function cardOf(webhook: Webhook, actions: CardActions): HTMLElement {
  const { url, enabled, id } = webhook;
  const title = make('h3', [url], { id: `webhook-${id}` });
  const terms = make('dl');
  fillTerms(terms, [
    ['State', stateOf(webhook)],
    ...(webhook.format === 'json' ? [] : [['Form', webhook.format] as [string, string]]),
    ['Geofence', wordsOfFence(fenceOfWebhook(webhook))],
    ...occasionOf(webhook),
    ['Last delivery', lastOf(webhook)],
    ['Secret', make('code', [webhook.secret])],
  ]);
  const result = make('p', [], { className: 'quiet' });
  result.setAttribute('role', 'status');
  const log = make('div');
  const name = (label: string) => ({ ariaLabel: `${label}: ${url}` });
  const row = make('p', [
    button('Test', () => actions.test(result), name('Test')),
    button('Deliveries', () => actions.deliveries(log), name('Deliveries')),
    button('Edit', async () => actions.edit(), name('Edit')),
    button(enabled ? 'Disable' : 'Enable', () => actions.enable(!enabled), name(enabled ? 'Disable' : 'Enable')),
    button('New secret', actions.rotate, name('New secret')),
    button('Remove', actions.remove, name('Remove')),
  ]);
  const card = make('article', [title, terms, row, result, log], { className: 'webhook' });
  card.setAttribute('aria-labelledby', title.id);
  return card;
}

/** What a webhook is told of. */
function occasionOf(webhook: Webhook): [term: string, text: string][] {
  const { when, event_types: events, min_severity: severity, min_dbz: dbz, within_minutes: minutes } = webhook;
  if (when === 'expected') return [['Expected', `echoes of ${dbz} dBZ and above, up to ${minutes} minutes ahead`]];
  return [
    ['Events', events?.join(', ') ?? 'all'],
    ['Severity', severity ? `${severity} and above` : 'all'],
  ];
}

/** The geofence of a webhook. */
export function fenceOfWebhook({ bbox, geometry }: Pick<Webhook, 'bbox' | 'geometry'>): Fence {
  return bbox ? { bbox } : { geometry: geometry as Geometry };
}

function stateOf({ enabled, disabled_reason: reason, consecutive_failures: failures }: Webhook): Content {
  if (!enabled) return `disabled${reason ? `: ${reason}` : ''}`;
  return failures > 0 ? `enabled, ${failures} failed cycles in a row` : 'enabled';
}

function lastOf({ last_delivery_at: at, last_status: status }: Webhook): Content {
  if (at === null) return 'never';
  return make('span', [timeOf(at), status === null ? ', no response' : `, status ${status}`]);
}
