import { hourMs } from '@severe/async';
import { RequestError } from '@severe/base';
import { jobs } from '@severe/catalogue';
import { digestOf, SignUpRefused, type TokenOwner, type TokenReader, type User } from '@severe/db';
import { Json, networkOfClient, nullable, required, secret, text } from '@severe/http';
import {
  assertEnqueued,
  attemptLimits,
  countAttempt,
  countOfNetwork,
  giveBackOfNetwork,
  refusedMail,
} from '../../access/attempt-limits.ts';
import { knownDevice } from '../../access/known-device.ts';
import { assertUncommon, hashPassword, isPassword, unknownPasswordHash } from '../../access/passwords.ts';
import { endpoint, type ApiContext } from '../../context.ts';
import { resetMail, verificationMail } from './mails.ts';
import { presentUser } from './present.ts';
import { done, emailField, newPassword, tokenField, userShape } from './schema.ts';

const common = { tag: 'Accounts', cache: 'no-store', ownPages: true } as const;
const unavailable = { 503: 'The database is unavailable, or too many passwords are being checked.' };
const invalidToken = 'Invalid or expired token';

/** POST /auth/signup */
export const signUp = endpoint({
  ...common,
  method: 'POST',
  path: '/auth/signup',
  summary: 'Creates an account and signs in. A mail with a link to verify the address is sent.',
  body: {
    email: emailField,
    password: newPassword,
    name: nullable(text({ maxLength: 128, about: 'Name that is shown to the user.' })),
  },
  status: 201,
  response: userShape,
  errors: {
    ...unavailable,
    409: 'The address has an account, or its reader has ended all mails of the service.',
    429: 'Too many sign-ups from this client or its network, or too many mails to this mailbox.',
  },
  async handle({ body: { email, password, name = null }, ...call }, context) {
    const { db, sessions, settings, publicUrl, clientOf, wake } = context;
    assertUncommon(password, settings);
    const client = clientOf(call);
    await countOfNetwork(db.attempts, 'signup', client);
    const passwordHash = await hashPassword(password, client);
    const user = await db.users
      .insert(
        { email, name, passwordHash, from: { client, network: networkOfClient(client) } },
        { mail: verificationMail(email, publicUrl()), limits: attemptLimits.mailbox },
      )
      .catch((error: unknown) => {
        throw error instanceof SignUpRefused ? refusedMail(error.refusal) : error;
      });
    if (!user) throw new RequestError(409, 'Email already registered');
    wake(jobs.sendMail);
    const cookie = await sessions.start({ userId: user.id, passwordHash }, call.headers);
    return signedIn(user, cookie, passwordHash, context);
  },
});

/** POST /auth/login */
export const logIn = endpoint({
  ...common,
  method: 'POST',
  path: '/auth/login',
  summary: 'Signs in. The session cookie has a new value; the session of the request ends.',
  body: { email: emailField, password: required(secret({ maxLength: 128, about: 'Password of the account.' })) },
  response: userShape,
  errors: {
    ...unavailable,
    401: 'The address or the password is wrong.',
    403: 'The account is disabled, or the call comes from a page of another origin.',
    429: 'Too many wrong passwords for this address from this client, or for any from this client or its network.',
  },
  async handle({ body: { email, password }, ...call }, context) {
    const { db, sessions, clientOf, publicUrl } = context;
    const found = await db.users.credentials(email);
    const client = clientOf(call);
    const device = knownDevice(publicUrl()).of(call.headers, found?.passwordHash);
    const subject = `${device ?? client} ${email}`;
    await countAttempt(db.attempts, 'login', subject);
    if (device === undefined) await countOfNetwork(db.attempts, 'guess', client);
    if (!(await isPassword(password, found?.passwordHash, client)) || !found) {
      throw new RequestError(401, 'Wrong e-mail address or password');
    }
    await db.attempts.forget(`login ${subject}`);
    if (device === undefined) await giveBackOfNetwork(db.attempts, 'guess', client);
    const { user, passwordHash } = found;
    const cookie = await sessions.start({ userId: user.id, passwordHash }, call.headers);
    if (cookie === undefined) throw new RequestError(403, 'Account disabled');
    return signedIn(user, cookie, passwordHash, context);
  },
});

/** POST /auth/logout */
export const logOut = endpoint({
  ...common,
  method: 'POST',
  path: '/auth/logout',
  summary: 'Signs out: the session ends everywhere. Also successful without a session.',
  response: done,
  errors: { 503: 'The database is unavailable.' },
  handle: async ({ headers }, { sessions }) => new Json({ ok: true }, { 'Set-Cookie': await sessions.end(headers) }),
});

/** GET /auth/me */
export const getMe = endpoint({
  ...common,
  path: '/auth/me',
  access: 'session',
  summary: 'The signed-in user.',
  response: userShape,
  errors: { 503: 'The database is unavailable.' },
  handle: async ({ user }, context) => presentUser(await findUser(user.id, context)),
});

/** POST /auth/verify-email */
export const verifyEmail = endpoint({
  ...common,
  method: 'POST',
  path: '/auth/verify-email',
  summary: 'Verifies an e-mail address by the token that was sent to it.',
  description:
    'Who also has a session or the password of the account is its owner, and keeps everything. Otherwise a stranger may have signed up with the address: if the call comes from another client than the sign-up, all sessions, API keys, webhooks and saved locations of the account end, and its password has to be set anew.',
  body: {
    token: tokenField,
    password: secret({ maxLength: 128, about: 'Password of the account; not needed with a session.' }),
  },
  response: userShape,
  errors: {
    ...unavailable,
    400: 'The token is invalid, used or expired.',
    401: 'The password is wrong; the token stays valid.',
    429: 'Too many wrong passwords for this address from this client.',
  },
  async handle({ body: { token, password }, ...call }, context) {
    const { db } = context;
    const digest = digestOf(token);
    const owner = await db.userTokens.ownerOf('verify_email', digest);
    const user = owner && (await db.userTokens.verifyEmail(digest, await readerOf(owner, password, call, context)));
    if (!user) throw new RequestError(400, invalidToken);
    return presentUser(user);
  },
});

/** POST /auth/resend-verification */
export const resendVerification = endpoint({
  ...common,
  method: 'POST',
  path: '/auth/resend-verification',
  access: 'session',
  summary: 'Sends the mail to verify the address again. Earlier links no longer work.',
  response: done,
  errors: {
    409: 'The reader of the address has ended all mails of the service.',
    429: 'Too many mails to this mailbox.',
    503: 'The database is unavailable.',
  },
  async handle({ user }, context) {
    const { db, publicUrl, wake } = context;
    const { email, emailVerified } = await findUser(user.id, context);
    if (emailVerified) return { ok: true };
    const count = { as: 'link', limits: attemptLimits.mailbox } as const;
    assertEnqueued(await db.mails.enqueue(verificationMail(email, publicUrl()), count));
    wake(jobs.sendMail);
    return { ok: true };
  },
});

/** POST /auth/forgot-password */
export const forgotPassword = endpoint({
  ...common,
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Sends a link to set a new password, if the address has an account.',
  description:
    'The response does not depend on whether the address has an account. At most five mails an hour are sent to a mailbox, and 30 requests an hour of a client have an effect.',
  body: { email: emailField },
  response: done,
  errors: { 503: 'The database is unavailable.' },
  async handle({ body: { email }, ...call }, { db, publicUrl, clientOf, wake }) {
    await db.mails.request(resetMail(email, publicUrl()), {
      client: `forgot ${clientOf(call)}`,
      ofClient: attemptLimits.forgot,
      ofMailbox: attemptLimits.mailbox,
      ofOwner: attemptLimits.reset,
      alwaysMs: hourMs,
    });
    wake(jobs.sendMail);
    return { ok: true };
  },
});

/** POST /auth/reset-password */
export const resetPassword = endpoint({
  ...common,
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Sets a new password by the token of a mail, which also verifies the address. All sessions of the user end.',
  description:
    'What was made in the account before its owner was known ends, too: API keys, webhooks and saved locations.',
  body: { token: tokenField, password: newPassword },
  response: userShape,
  errors: { ...unavailable, 400: 'The token is invalid, used or expired.' },
  async handle({ body: { token, password }, ...call }, { db, settings, clientOf }) {
    assertUncommon(password, settings);
    const digest = digestOf(token);
    const isValid = await db.userTokens.ownerOf('reset_password', digest); // hashing is expensive
    const user = isValid
      ? await db.userTokens.resetPassword(digest, await hashPassword(password, clientOf(call)))
      : undefined;
    if (!user) throw new RequestError(400, invalidToken);
    return presentUser(user);
  },
});

/** The user of a session. @throws {RequestError} 401 if the account has been removed since */
async function findUser(id: number, { db }: ApiContext): Promise<User> {
  const user = await db.users.find(id);
  if (!user) throw new RequestError(401, 'Not authenticated');
  return user;
}

/** The response to a sign-up or login. @param cookie of the session; undefined if none was started */
function signedIn(user: User, cookie: string | undefined, passwordHash: string, { publicUrl }: ApiContext) {
  const cookies = cookie === undefined ? [] : [cookie, knownDevice(publicUrl()).remember(passwordHash)];
  return new Json(presentUser(user), cookies.length === 0 ? {} : { 'Set-Cookie': cookies.join('\n') });
}

/**
 * What is known of whoever has the token to verify an address.
 *
 * @throws {RequestError} 401 for a wrong password, 429 after many
 */
async function readerOf(
  owner: TokenOwner,
  password: string | undefined,
  call: { address: string | undefined; headers: Record<string, string | undefined> },
  { db, sessions, clientOf }: ApiContext,
): Promise<TokenReader> {
  const session = await sessions.find(call.headers);
  if (session?.user.id === owner.userId) return { is: 'owner' };
  const client = clientOf(call);
  if (password !== undefined) {
    const subject = `${client} ${owner.email}`;
    await countAttempt(db.attempts, 'login', subject);
    if (!(await isPassword(password, owner.passwordHash, client))) throw new RequestError(401, 'Wrong password');
    await db.attempts.forget(`login ${subject}`);
    return { is: 'owner' };
  }
  if (client === owner.signUpClient) return { is: 'neighbour' };
  return { is: 'stranger', passwordHash: await unknownPasswordHash(client) };
}
