import { client, outcomeOf, takeToken } from './api.ts';
import { fillLinks } from './build.ts';

const state = document.getElementById('state')!;
const problem = document.getElementById('problem')!;

async function verify(token: string | undefined): Promise<void> {
  const outcome = await outcomeOf(client.post('/auth/verify-email', { body: { token: token ?? '' } }));
  if ('data' in outcome) state.textContent = `${outcome.data.email} is confirmed.`;
  else {
    state.textContent = '';
    problem.textContent = 'The link is not valid any more. Sign in to have a new one sent.';
  }
}

fillLinks([['Account', '/account']]);
void verify(takeToken());
