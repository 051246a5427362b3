import type { Schemas } from '@severe/client';
import { client, outcomeOf } from '../api.ts';
import { button, make, timeOf, type Content } from '../build.ts';
import { wordsOfResult } from './result.ts';

type Attempt = Schemas['WebhookAttempt'];

/** Lists the last attempts of a webhook, each with what was sent and what the receiver answered. */
export async function showDeliveries({ id }: Schemas['Webhook'], output: HTMLElement): Promise<void> {
  const outcome = await outcomeOf(client.get('/account/webhooks/{id}/deliveries', { id }));
  if ('problem' in outcome) return output.replaceChildren(make('p', [outcome.problem.message]));
  const attempts = outcome.data;
  const result = make('p', [], { className: 'quiet' });
  result.setAttribute('role', 'status');
  const redeliver = async (deliveryId: number): Promise<void> => {
    const path = '/account/webhooks/{id}/deliveries/{delivery_id}/redeliver';
    const sent = await outcomeOf(client.post(path, { id, delivery_id: deliveryId }));
    await showDeliveries({ id } as Schemas['Webhook'], output);
    const status = output.querySelector('[role=status]')!;
    status.textContent = 'problem' in sent ? sent.problem.message : wordsOfResult(sent.data);
  };
  output.replaceChildren(
    make('h4', ['Deliveries, newest first']),
    result,
    attempts.length === 0
      ? make('p', ['Nothing has been sent yet.'])
      : make('ul', attempts.map((attempt) => make('li', [entryOf(attempt, redeliver)])), { className: 'attempts' }), // prettier-ignore
  );
}

function entryOf(attempt: Attempt, redeliver: (deliveryId: number) => Promise<void>): HTMLElement {
  const { outcome, status_code: status, duration_ms: ms, delivery_id: deliveryId } = attempt;
  const summary = make('summary', [
    make('b', [outcome], { className: `outcome ${outcome}` }),
    ' ',
    timeOf(attempt.attempted_at),
    `, ${subjectOf(attempt)}`,
    ...(status === null ? [] : [`, status ${status}`]),
    ...(ms === null ? [] : [`, ${ms} ms`]),
  ]);
  const parts: Content[] = [
    ...(attempt.reason ? [make('p', [attempt.reason])] : []),
    ...block('Payload', attempt.request_body),
    ...block('Response', attempt.response_body),
    make('p', ['webhook-id: ', make('code', [attempt.message_id])]),
  ];
  if (deliveryId !== null) {
    parts.push(button('Redeliver', () => redeliver(deliveryId), { ariaLabel: `Redeliver ${attempt.message_id}` }));
  }
  return make('details', [summary, ...parts]);
}

function subjectOf({ alert_id: alert, delivery_id: delivery }: Attempt): string {
  if (alert !== null) return `alert ${alert}`;
  return delivery === null ? 'ping' : 'expected echo';
}

/** A text as it was sent or received. It can be wide, so it is a region that the keyboard can scroll. */
function block(title: string, text: string | null): HTMLElement[] {
  const pre = make('pre', [text === null ? 'none' : text === '' ? '(empty)' : text], { tabIndex: 0 });
  pre.setAttribute('role', 'region');
  pre.setAttribute('aria-label', title);
  return [make('h5', [title]), pre];
}
