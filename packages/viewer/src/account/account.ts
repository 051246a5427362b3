import type { Problem, Schemas } from '@severe/client';
import { client, outcomeOf, requireUser, type User } from './api.ts';
import { button, fillLinks, fillTerms, make, table, timeOf, type Content } from './build.ts';
import { handleForm } from './form.ts';

const at = (id: string): HTMLElement => document.getElementById(id)!;

function showProfile({ email, name, role, email_verified: verified, created_at: createdAt }: User): void {
  fillTerms(at('profile'), [
    ['E-mail', verified ? `${email} (confirmed)` : email],
    ['Name', name ?? '–'],
    ['Member since', timeOf(createdAt)],
  ]);
  at('unverified').hidden = verified;
  fillLinks([['Map', '/'], ...(role === 'admin' ? [['Administration', '/admin'] as [string, string]] : [])]);
}

function showProblem(problem: Problem | undefined): void {
  at('problem').textContent = problem?.message ?? '';
}

async function signOut(): Promise<void> {
  const outcome = await outcomeOf(client.post('/auth/logout'));
  if ('problem' in outcome) showProblem(outcome.problem);
  else location.assign('/login');
}

async function resend(): Promise<void> {
  const outcome = await outcomeOf(client.post('/auth/resend-verification'));
  at('resent').textContent = 'data' in outcome ? 'The mail is on its way.' : outcome.problem.message;
}

async function listKeys(): Promise<void> {
  const outcome = await outcomeOf(client.get('/account/api-keys'));
  if ('problem' in outcome) return showProblem(outcome.problem);
  const heads = ['Name', 'Begins with', 'Requests per minute', 'Created', 'Last used', ''];
  const keys = outcome.data;
  at('keys').replaceChildren(
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

/** The value is on this page only, until it is left. */
function showCreated({ key }: Schemas['CreatedApiKey']): void {
  const copy = button('Copy', () => navigator.clipboard.writeText(key));
  const note = make('p', ['Copy the key now: it is not shown again.']);
  at('created').replaceChildren(make('div', [note, make('code', [key]), ' ', copy], { className: 'key' }));
}

handleForm(
  document.querySelector('form')!,
  async ({ name }) => {
    const outcome = await outcomeOf(client.post('/account/api-keys', { body: { name } }));
    if ('problem' in outcome) return outcome.problem;
    showCreated(outcome.data);
    await listKeys();
    return undefined;
  },
  'key-problem',
);
at('sign-out').addEventListener('click', () => void signOut());
at('resend').addEventListener('click', () => void resend());

const user = await requireUser();
if (user) {
  showProfile(user);
  await listKeys();
}
