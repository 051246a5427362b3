import { client, outcomeOf } from './api.ts';
import { handleForm } from './form.ts';

handleForm(document.querySelector('form')!, async ({ email, password, name }) => {
  const outcome = await outcomeOf(client.post('/auth/signup', { body: { email, password, name: name || null } }));
  if ('problem' in outcome) return outcome.problem;
  location.assign('/account');
  return undefined;
});
