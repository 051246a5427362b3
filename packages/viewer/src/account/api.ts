import { createClient, type Problem, type Result, type Schemas } from '@severe/client';
import { rememberSignedIn } from '../signed-in.ts';

export type { Problem };
export type User = Schemas['User'];

/** The client of the service that the page came from. Nothing is repeated: a call may change something. */
export const client = createClient({
  retries: 0,
  fetch: (request) => fetch(request, { cache: 'no-store', signal: AbortSignal.timeout(30_000) }),
});

/** The result of a call. A network error is a problem with a sentence, as an error of the service. */
export async function outcomeOf<T>(call: Promise<Result<T>>): Promise<{ data: T } | { problem: Problem }> {
  try {
    const { data, error } = await call;
    return error ? { problem: error } : { data };
  } catch {
    const detail = 'The service cannot be reached. Try again.';
    return { problem: { status: 0, detail, message: detail } };
  }
}

/** Pages that a login may lead to. */
const targets = ['/account', '/admin'];

/** The page that the login was asked for, if it is one of ours. */
export function targetOf(search: string): string {
  const next = new URLSearchParams(search).get('next');
  return next !== null && targets.includes(next) ? next : '/account';
}

/** The signed-in user; without one, the page of the login opens. */
export async function requireUser(): Promise<User | undefined> {
  const outcome = await outcomeOf(client.get('/auth/me'));
  if ('data' in outcome || outcome.problem.status === 401) rememberSignedIn('data' in outcome);
  if ('data' in outcome) return outcome.data;
  if (outcome.problem.status === 401) location.assign(`/login?next=${encodeURIComponent(location.pathname)}`);
  else document.getElementById('problem')!.textContent = outcome.problem.message;
  return undefined;
}

/** Takes the token out of the address, so that it stays in no history and reaches no other page. */
export function takeToken(): string | undefined {
  const token = new URLSearchParams(location.search).get('token') ?? undefined;
  history.replaceState(null, '', location.pathname);
  return token;
}
