import { client, outcomeOf, takeToken, type Problem } from './api.ts';
import { fillLinks } from './build.ts';
import { handleForm } from './form.ts';

const state = document.getElementById('state')!;
const problem = document.getElementById('problem')!;
const form = document.querySelector<HTMLFormElement>('#form')!;
const token = takeToken() ?? '';

/** Confirms the address. @returns a wrong password, which the reader can correct */
async function verify(password?: string): Promise<Problem | undefined> {
  const body = password === undefined ? { token } : { token, password };
  const outcome = await outcomeOf(client.post('/auth/verify-email', { body }));
  if ('problem' in outcome && [401, 429, 422].includes(outcome.problem.status)) return outcome.problem;
  form.hidden = true;
  state.textContent = 'data' in outcome ? `${outcome.data.email} is confirmed.` : '';
  if ('problem' in outcome) problem.textContent = 'The link is not valid any more. Sign in to have a new one sent.';
  return undefined;
}

/**
 * Whoever is signed in here has made the account. Anybody else may read a mail that a stranger has caused, and gives the
 * password to show that the account is theirs.
 */
async function begin(): Promise<void> {
  const outcome = await outcomeOf(client.get('/auth/me'));
  if ('data' in outcome && !outcome.data.email_verified) return void (await verify());
  state.textContent = '';
  form.hidden = false;
}

fillLinks([['Account', '/account']]);
handleForm(form, ({ password }) => verify(password), 'form-problem');
void begin();
