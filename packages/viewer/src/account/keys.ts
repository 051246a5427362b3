import type { Schemas } from '@severe/client';
import { element } from '../elements.ts';
import { client, outcomeOf } from './api.ts';
import { button, make, secretBox, showProblem, table, timeOf, type Content } from './build.ts';
import { handleForm } from './form.ts';

/** Lists the keys of the user, and makes its form create one. */
export async function startKeys(): Promise<void> {
  handleForm(
    element<HTMLFormElement>('form'),
    async ({ name }) => {
      const outcome = await outcomeOf(client.post('/account/api-keys', { body: { name } }));
      if ('problem' in outcome) return outcome.problem;
      // The value is on this page only, until it is left.
      element('created').replaceChildren(secretBox('Copy the key now: it is not shown again.', outcome.data.key));
      await listKeys();
      return undefined;
    },
    'key-problem',
  );
  await listKeys();
}

async function listKeys(): Promise<void> {
  const outcome = await outcomeOf(client.get('/account/api-keys'));
  if ('problem' in outcome) return showProblem(outcome.problem);
  const heads = ['Name', 'Begins with', 'Requests per minute', 'Created', 'Last used', 'Change'];
  const keys = outcome.data;
  element('keys').replaceChildren(
    keys.length === 0 ? make('p', ['There are no keys yet.']) : table('API keys', heads, keys.map(keyRow)),
  );
}

function keyRow(key: Schemas['ApiKey']): Content[] {
  const act = key.is_active
    ? button('Revoke', () => revoke(key), { ariaLabel: `Revoke the key ${key.name}` })
    : 'revoked';
  const rate = String(key.rate_limit);
  return [key.name, make('code', [key.prefix]), rate, timeOf(key.created_at), timeOf(key.last_used_at), act];
}

async function revoke({ id, name }: Schemas['ApiKey']): Promise<void> {
  if (!confirm(`Revoke the key "${name}"? Programs that use it get errors.`)) return;
  const outcome = await outcomeOf(client.delete('/account/api-keys/{key_id}', { key_id: id }));
  showProblem('problem' in outcome ? outcome.problem : undefined);
  await listKeys();
}
