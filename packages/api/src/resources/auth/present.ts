import { formatTime } from '@severe/base';
import type { User } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { userShape } from './schema.ts';

/** A user as JSON. */
export function presentUser({ id, email, name, role, emailVerified, createdAt }: User): TypeOf<typeof userShape> {
  return { id, email, name, role, email_verified: emailVerified, created_at: formatTime(createdAt) };
}
