import { client, outcomeOf, targetOf } from './api.ts';
import { handleForm } from './form.ts';

handleForm(document.querySelector('form')!, async ({ email, password }) => {
  const outcome = await outcomeOf(client.post('/auth/login', { body: { email, password } }));
  if ('problem' in outcome) return outcome.problem;
  location.assign(targetOf(location.search));
  return undefined;
});
