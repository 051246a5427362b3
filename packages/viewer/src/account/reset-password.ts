import { client, outcomeOf, takeToken } from './api.ts';
import { fillLinks } from './build.ts';
import { handleForm } from './form.ts';

const ask = document.querySelector<HTMLFormElement>('#ask')!;
const form = document.querySelector<HTMLFormElement>('#form')!;
const state = document.getElementById('state')!;
const token = takeToken();

function finish(used: HTMLFormElement, sentence: string): void {
  used.hidden = true;
  state.textContent = sentence;
}

handleForm(
  ask,
  async ({ email }) => {
    const outcome = await outcomeOf(client.post('/auth/forgot-password', { body: { email } }));
    if ('problem' in outcome) return outcome.problem;
    finish(ask, `If ${email} has an account, a mail with a link is on its way. The link works for one hour.`);
    return undefined;
  },
  'ask-problem',
);

handleForm(form, async ({ password }) => {
  const outcome = await outcomeOf(client.post('/auth/reset-password', { body: { token: token ?? '', password } }));
  if ('problem' in outcome) return outcome.problem;
  finish(form, 'The password is set. All sessions have ended: sign in with the new password.');
  return undefined;
});

fillLinks([['Sign in', '/login']]);
(token === undefined ? ask : form).hidden = false;
