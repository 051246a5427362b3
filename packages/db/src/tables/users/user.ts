/** A person with an account, as the person sees it. */
export interface User {
  id: number;
  /** In lower case. */
  email: string;
  name: string | null;
  role: 'user' | 'admin';
  emailVerified: boolean;
  createdAt: Date;
}

/** The columns of a user for a select. @param as alias of the table `users` */
export function userColumns(as: string): string {
  return `${as}.id, ${as}.email, ${as}.name, ${as}.role, ${as}.email_verified as "emailVerified", ${as}.created_at as "createdAt"`;
}

/** The user of a row, without further columns of it. */
export function userOf({ id, email, name, role, emailVerified, createdAt }: User): User {
  return { id, email, name, role, emailVerified, createdAt };
}
