import type { Schemas } from '@severe/client';
import { element } from '../../elements.ts';
import { client, outcomeOf } from '../api.ts';
import { make, secretBox, showProblem } from '../build.ts';
import { cardOf } from './card.ts';
import { showDeliveries } from './deliveries.ts';
import { wordsOfResult } from './result.ts';
import { startWebhookForm, type WebhookForm } from './webhook-form.ts';
import { wireSnippets } from './snippets.ts';

type Webhook = Schemas['Webhook'];

let form: WebhookForm;

/** Lists the webhooks of the user, and lets the reader register, change, test and remove them. */
export async function startWebhooks(): Promise<void> {
  form = startWebhookForm(async (webhook, isNew) => {
    if (isNew) showSecret(webhook.secret);
    await listWebhooks();
  });
  wireSnippets();
  await listWebhooks();
}

async function listWebhooks(): Promise<void> {
  const outcome = await outcomeOf(client.get('/account/webhooks'));
  if ('problem' in outcome) return showProblem(outcome.problem);
  const cards = outcome.data.map((webhook) =>
    cardOf(webhook, {
      edit: () => form.open(webhook),
      test: (output) => test(webhook, output),
      deliveries: (output) => showDeliveries(webhook, output),
      enable: (enabled) => act(client.patch('/account/webhooks/{id}', { id: webhook.id, body: { enabled } })),
      rotate: () => rotate(webhook),
      remove: () => remove(webhook),
    }),
  );
  element('webhooks').replaceChildren(...(cards.length > 0 ? cards : [make('p', ['There are no webhooks yet.'])]));
}

/** Makes a call, and lists the webhooks again. */
async function act(call: Parameters<typeof outcomeOf>[0]): Promise<void> {
  const outcome = await outcomeOf(call);
  await listWebhooks();
  showProblem('problem' in outcome ? outcome.problem : undefined);
}

/** Sends a ping, and says what the receiver answered. */
async function test({ id }: Webhook, output: HTMLElement): Promise<void> {
  output.textContent = 'Sending a ping…';
  const outcome = await outcomeOf(client.post('/account/webhooks/{id}/test', { id }));
  output.textContent = 'problem' in outcome ? outcome.problem.message : wordsOfResult(outcome.data);
}

async function rotate({ id, url }: Webhook): Promise<void> {
  if (!confirm(`Set a new secret for ${url}? The old one ends at once in X-Service-Signature.`)) return;
  const outcome = await outcomeOf(client.post('/account/webhooks/{id}/rotate', { id }));
  if ('problem' in outcome) return showProblem(outcome.problem);
  showSecret(outcome.data.secret);
  await listWebhooks();
}

async function remove({ id, url }: Webhook): Promise<void> {
  if (!confirm(`Remove the webhook ${url} and its log?`)) return;
  form.closeIfOf(id);
  await act(client.delete('/account/webhooks/{id}', { id }));
}

function showSecret(secret: string): void {
  element('webhook-secret').replaceChildren(secretBox('Copy the signing secret now: it is not shown again.', secret));
}
