import type { Schemas } from '@severe/client';
import { client, outcomeOf, requireUser } from './api.ts';
import { button, fillLinks, fillTerms, make, showProblem, table, timeOf, type Content } from './build.ts';

type Row = Schemas['AdminUserRow'];

const pageSize = 50;
const at = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;
let offset = 0;

async function showFigures(): Promise<void> {
  const outcome = await outcomeOf(client.get('/admin/stats'));
  if ('problem' in outcome) return showProblem(outcome.problem);
  const terms = Object.entries(outcome.data).map(([name, count]): [string, string] => [
    name.replaceAll('_', ' '),
    count.toLocaleString(),
  ]);
  fillTerms(at('figures'), terms);
}

async function showUsers(): Promise<void> {
  const q = at<HTMLInputElement>('q').value.trim() || undefined;
  const outcome = await outcomeOf(client.get('/admin/users', { q, limit: pageSize, offset }));
  if ('problem' in outcome) return showProblem(outcome.problem);
  const { total, rows } = outcome.data;
  at('total').textContent =
    rows.length === 0 ? 'No user was found.' : `${offset + 1} to ${offset + rows.length} of ${total} users`;
  const heads = ['Id', 'E-mail', 'Name', 'Role', 'Keys', 'Locations', 'Signed up', 'Last login', 'Change'];
  at('users').replaceChildren(table('Users', heads, rows.map(userRow)));
  at<HTMLButtonElement>('newer').disabled = offset === 0;
  at<HTMLButtonElement>('older').disabled = offset + rows.length >= total;
}

function userRow(user: Row): Content[] {
  const isAdmin = user.role === 'admin';
  const change = make('span', [
    changeButton(user, user.is_active ? 'Disable' : 'Enable', { is_active: !user.is_active }),
    changeButton(user, isAdmin ? 'Make a user' : 'Make an administrator', { role: isAdmin ? 'user' : 'admin' }),
  ]);
  const email = user.email_verified ? user.email : `${user.email} (not confirmed)`;
  const role = user.is_active ? user.role : `${user.role}, disabled`;
  const counts = [String(user.api_keys), String(user.saved_locations)];
  return [
    String(user.id),
    email,
    user.name ?? '–',
    role,
    ...counts,
    timeOf(user.created_at),
    timeOf(user.last_login_at),
    change,
  ];
}

function changeButton(
  { id, email }: Row,
  label: string,
  body: { is_active?: boolean; role?: 'user' | 'admin' },
): HTMLButtonElement {
  const change = async (): Promise<void> => {
    if (!confirm(`${label}: ${email}?`)) return;
    const outcome = await outcomeOf(client.patch('/admin/users/{user_id}', { user_id: id, body }));
    showProblem('problem' in outcome ? outcome.problem : undefined);
    await Promise.all([showUsers(), showFigures()]);
  };
  return button(label, change, { ariaLabel: `${label}: ${email}` });
}

async function showHealth(): Promise<void> {
  const outcome = await outcomeOf(client.get('/admin/ingest-health'));
  if ('problem' in outcome) return showProblem(outcome.problem);
  const heads = ['Source', 'Status', 'Last success', 'Failures', 'Waiting files', 'Given up', 'Last error'];
  const rows = Object.entries(outcome.data).map(([id, source]): Content[] => [
    id,
    source.status,
    timeOf(source.last_success_at),
    String(source.consecutive_failures),
    String(source.queue_depth),
    String(source.given_up),
    source.last_error ?? '–',
  ]);
  const givenUp = Object.entries(outcome.data).flatMap(([id, source]) =>
    source.last_given_up.map(({ what, why, times, at: time }): Content[] => [
      id,
      what,
      why,
      String(times),
      timeOf(time),
    ]),
  );
  at('health').replaceChildren(
    table('Health of the sources', heads, rows),
    ...(givenUp.length > 0 ? [table('Given up last', ['Source', 'What', 'Why', 'Times', 'Last'], givenUp)] : []),
  );
}

function turn(by: number): void {
  offset = Math.max(0, offset + by);
  void showUsers();
}

at('form').addEventListener('submit', (event) => {
  event.preventDefault();
  offset = 0;
  void showUsers();
});
at('newer').addEventListener('click', () => turn(-pageSize));
at('older').addEventListener('click', () => turn(pageSize));
fillLinks([
  ['Map', '/'],
  ['Account', '/account'],
]);

const user = await requireUser();
if (user?.role === 'admin') await Promise.all([showFigures(), showUsers(), showHealth()]);
else if (user) at('problem').textContent = 'This page is for administrators.';
