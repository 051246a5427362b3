import type { Problem, Schemas } from '@severe/client';
import { element } from '../../elements.ts';
import { alertColours } from '@severe/catalogue/alert-colours';
import { client, outcomeOf } from '../api.ts';
import { make } from '../build.ts';
import { handleForm, type Values } from '../form.ts';
import { FenceEditor } from '../map/fence-editor.ts';
import { readFence } from '../map/fence.ts';
import { fenceOfWebhook } from './card.ts';

type Webhook = Schemas['Webhook'];

const fields = {
  open: element<HTMLButtonElement>('webhook-new'),
  form: element<HTMLFormElement>('webhook-form'),
  title: element('webhook-title'),
  url: element<HTMLInputElement>('webhook-url'),
  format: element<HTMLSelectElement>('webhook-format'),
  formatNote: element('webhook-format-note'),
  events: element<HTMLInputElement>('webhook-events'),
  add: element<HTMLSelectElement>('webhook-event'),
  severity: element<HTMLSelectElement>('webhook-severity'),
  when: element<HTMLSelectElement>('webhook-when'),
  ofAlerts: element('webhook-of-alerts'),
  ofEchoes: element('webhook-of-echoes'),
  echo: element<HTMLSelectElement>('webhook-echo'),
  within: element<HTMLSelectElement>('webhook-within'),
  cancel: element<HTMLButtonElement>('webhook-cancel'),
  problem: element('webhook-problem'),
};

/** Where the address of a channel is found. */
const addressOf: Record<string, string> = {
  slack: 'The address of an incoming webhook: https://hooks.slack.com/services/…',
  discord: 'The address of a webhook of the channel: https://discord.com/api/webhooks/…',
  teams: 'The address of a workflow that begins with “When a Teams webhook request is received”.',
  ntfy: 'The address of a topic: https://ntfy.sh/my-topic',
  pushover: 'https://api.pushover.net/1/messages.json?token=…&user=…',
  telegram: 'https://api.telegram.org/bot<token>/sendMessage?chat_id=…',
};

export interface WebhookForm {
  /** Opens the form for a webhook, or for a new one. */
  open: (webhook?: Webhook) => void;
  /** Closes the form if it changes this webhook. */
  closeIfOf: (id: number) => void;
}

/** Makes the form register or change a webhook. `saved` is called with the result. */
export function startWebhookForm(saved: (webhook: Webhook, isNew: boolean) => Promise<void>): WebhookForm {
  const editor = new FenceEditor({
    map: element('fence-map'),
    text: element<HTMLTextAreaElement>('fence'),
    box: element<HTMLButtonElement>('fence-box'),
    area: element<HTMLButtonElement>('fence-area'),
    visible: element<HTMLButtonElement>('fence-visible'),
    undo: element<HTMLButtonElement>('fence-undo'),
    finish: element<HTMLButtonElement>('fence-finish'),
    state: element('fence-state'),
  });
  let edited: Webhook | undefined;
  let isDrawn = false;

  function open(webhook?: Webhook): void {
    edited = webhook;
    fields.form.reset();
    fields.title.textContent = webhook ? `Change ${webhook.url}` : 'New webhook';
    fields.url.value = webhook?.url ?? '';
    fields.format.value = webhook?.format ?? '';
    showFormat();
    fields.events.value = webhook?.event_types?.join(', ') ?? '';
    fields.severity.value = webhook?.min_severity ?? '';
    if (webhook) {
      fields.when.value = webhook.when;
      fields.echo.value = String(webhook.min_dbz);
      chooseMinutes(webhook.within_minutes);
    }
    showOccasion();
    fields.problem.textContent = '';
    fields.form.hidden = false;
    fields.open.hidden = true;
    editor.set(webhook && fenceOfWebhook(webhook));
    if (!isDrawn) void editor.openMap(); // a hidden map has no size
    isDrawn = true;
    fields.url.focus();
    fields.form.scrollIntoView({ block: 'start' });
  }

  /** Other numbers than those of the form come from the API. */
  function chooseMinutes(minutes: number): void {
    const value = String(minutes);
    if (![...fields.within.options].some((option) => option.value === value)) fields.within.append(new Option(value));
    fields.within.value = value;
  }

  function showFormat(): void {
    fields.formatNote.textContent = addressOf[fields.format.value] ?? '';
  }

  function showOccasion(): void {
    const isExpected = fields.when.value === 'expected';
    fields.ofAlerts.hidden = isExpected;
    fields.ofEchoes.hidden = !isExpected;
  }

  function close(): void {
    edited = undefined;
    fields.form.hidden = true;
    fields.open.hidden = false;
    fields.open.focus();
  }

  async function send(values: Values): Promise<Problem | undefined> {
    const body = bodyOf(values);
    const call = edited
      ? client.patch('/account/webhooks/{id}', { id: edited.id, body })
      : client.post('/account/webhooks', { body });
    const outcome = await outcomeOf(call);
    if ('problem' in outcome) return outcome.problem;
    const isNew = edited === undefined;
    close();
    await saved(outcome.data, isNew);
    return undefined;
  }

  fields.add.append(
    ...Object.keys(alertColours)
      .toSorted()
      .map((event) => make('option', [event])),
  );
  fields.add.addEventListener('change', () => {
    const events = new Set([...listOf(fields.events.value), fields.add.value]);
    fields.events.value = [...events].join(', ');
    fields.add.selectedIndex = 0;
  });
  fields.format.addEventListener('change', showFormat);
  fields.when.addEventListener('change', showOccasion);
  fields.open.addEventListener('click', () => open());
  fields.cancel.addEventListener('click', close);
  handleForm(fields.form, send, 'webhook-problem');
  return {
    open,
    closeIfOf: (id) => {
      if (edited?.id === id) close();
    },
  };
}

function bodyOf(values: Values): {
  url: string;
  format?: Webhook['format'];
  bbox: Webhook['bbox'];
  geometry: Webhook['geometry'];
  event_types: string[] | null;
  min_severity: Webhook['min_severity'];
  when: Webhook['when'];
  min_dbz: number;
  within_minutes: number;
} {
  const {
    url,
    format,
    fence,
    event_types: events,
    min_severity: severity,
    when,
    min_dbz: dbz,
    within_minutes: minutes,
  } = values;
  const given = readFence(fence);
  const isOfAlerts = when === 'issued';
  return {
    url,
    ...(format ? { format: format as Webhook['format'] } : {}),
    bbox: 'bbox' in given ? given.bbox : null,
    geometry: 'geometry' in given ? (given.geometry as Webhook['geometry']) : null,
    event_types: isOfAlerts && listOf(events).length > 0 ? listOf(events) : null,
    min_severity: isOfAlerts ? ((severity || null) as Webhook['min_severity']) : null,
    when: when as Webhook['when'],
    min_dbz: Number(dbz),
    within_minutes: Number(minutes),
  };
}

function listOf(text: string): string[] {
  return text.split(',').map((name) => name.trim()).filter(Boolean); // prettier-ignore
}
