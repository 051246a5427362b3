import { element } from '../elements.ts';
import { rememberSignedIn } from '../signed-in.ts';
import { client, outcomeOf, type User } from './api.ts';
import { fillLinks, fillTerms, showProblem, timeOf } from './build.ts';

/** Shows the profile of the user and the links of the page. */
export function showProfile({ email, name, role, email_verified: verified, created_at: createdAt }: User): void {
  fillTerms(element('profile'), [
    ['E-mail', verified ? `${email} (confirmed)` : email],
    ['Name', name ?? '–'],
    ['Member since', timeOf(createdAt)],
  ]);
  element('unverified').hidden = verified;
  fillLinks([['Map', '/'], ...(role === 'admin' ? [['Administration', '/admin'] as [string, string]] : [])]);
  element('sign-out').addEventListener('click', () => void signOut());
  element('resend').addEventListener('click', () => void resend());
}

async function signOut(): Promise<void> {
  const outcome = await outcomeOf(client.post('/auth/logout'));
  if ('problem' in outcome) return showProblem(outcome.problem);
  rememberSignedIn(false);
  location.assign('/login');
}

async function resend(): Promise<void> {
  const outcome = await outcomeOf(client.post('/auth/resend-verification'));
  element('resent').textContent = 'data' in outcome ? 'The mail is on its way.' : outcome.problem.message;
}
