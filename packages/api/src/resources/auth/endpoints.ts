import { RequestError } from '@severe/base';
import { jobs } from '@severe/catalogue';
import { digestOf, type User } from '@severe/db';
import { Json, nullable, required, secret, text } from '@severe/http';
import { attemptLimits, countAttempt } from '../../access/attempt-limits.ts';
import { assertUncommon, hashPassword, isPassword } from '../../access/passwords.ts';
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
  errors: { ...unavailable, 409: 'The address has an account.', 429: 'Too many sign-ups from this client.' },
  async handle(
    { body: { email, password, name = null }, ...call },
    { db, sessions, settings, publicUrl, clientOf, wake },
  ) {
    assertUncommon(password, settings);
    await countAttempt(db.attempts, 'signup', clientOf(call));
    const passwordHash = await hashPassword(password);
    const user = await db.users.insert({ email, name, passwordHash }, verificationMail(email, publicUrl()));
    if (!user) throw new RequestError(409, 'Email already registered');
    wake(jobs.sendMail);
    const cookie = await sessions.start({ userId: user.id, passwordHash }, call.headers);
    return new Json(presentUser(user), cookie === undefined ? {} : { 'Set-Cookie': cookie });
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
    429: 'Too many wrong passwords for this address from this client.',
  },
  async handle({ body: { email, password }, ...call }, { db, sessions, clientOf }) {
    const subject = `${clientOf(call)} ${email}`;
    await countAttempt(db.attempts, 'login', subject);
    const found = await db.users.credentials(email);
    if (!(await isPassword(password, found?.passwordHash)) || !found) {
      throw new RequestError(401, 'Wrong e-mail address or password');
    }
    await db.attempts.forget(`login ${subject}`);
    const { user, passwordHash } = found;
    const cookie = await sessions.start({ userId: user.id, passwordHash }, call.headers);
    if (cookie === undefined) throw new RequestError(403, 'Account disabled');
    return new Json(presentUser(user), { 'Set-Cookie': cookie });
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
  body: { token: tokenField },
  response: userShape,
  errors: { 400: 'The token is invalid, used or expired.', 503: 'The database is unavailable.' },
  async handle({ body }, { db }) {
    const user = await db.userTokens.verifyEmail(digestOf(body.token));
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
  errors: { 429: 'Too many mails to this address.', 503: 'The database is unavailable.' },
  async handle({ user }, context) {
    const { db, publicUrl, wake } = context;
    const { email, emailVerified } = await findUser(user.id, context);
    if (emailVerified) return { ok: true };
    await countAttempt(db.attempts, 'mail', email);
    await db.mails.enqueue(verificationMail(email, publicUrl()));
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
    'The response does not depend on whether the address has an account. At most five mails an hour are sent.',
  body: { email: emailField },
  response: done,
  errors: { 503: 'The database is unavailable.' },
  async handle({ body: { email } }, { db, publicUrl, wake }) {
    // Whether there is an account is found out when the mail is sent, so this takes the same time for all addresses.
    const waitMs = await db.attempts.take(`mail ${email}`, attemptLimits.mail);
    if (waitMs === undefined) await db.mails.enqueue(resetMail(email, publicUrl()));
    wake(jobs.sendMail);
    return { ok: true };
  },
});

/** POST /auth/reset-password */
export const resetPassword = endpoint({
  ...common,
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Sets a new password by the token of a mail. All sessions of the user end.',
  body: { token: tokenField, password: newPassword },
  response: userShape,
  errors: { ...unavailable, 400: 'The token is invalid, used or expired.' },
  async handle({ body: { token, password } }, { db, settings }) {
    assertUncommon(password, settings);
    const digest = digestOf(token);
    const isValid = await db.userTokens.isValid('reset_password', digest); // hashing is expensive
    const user = isValid ? await db.userTokens.resetPassword(digest, await hashPassword(password)) : undefined;
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
