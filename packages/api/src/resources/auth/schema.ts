import { email, required, secret, shape } from '@severe/http';

export const userShape = shape.named(
  'User',
  shape.object({
    id: shape.integer(),
    email: shape.text({ about: 'E-mail address, in lower case.', example: 'ann@example.org' }),
    name: shape.nullable(shape.text({ example: 'Ann Lee' })),
    role: shape.oneOf(['user', 'admin'], { about: 'Administrators also use `/admin`.' }),
    email_verified: shape.boolean({ about: 'Whether the user has opened the link in the mail to the address.' }),
    created_at: shape.time({ about: 'Time of the sign-up.' }),
  }),
);

export const done = shape.named('Done', shape.object({ ok: shape.boolean({ about: 'Always true.' }) }));

/** An address in a body. */
export const emailField = required(email({ about: 'E-mail address; spaces around it and its case do not count.' }));

/** A password that a user chooses. */
export const newPassword = required(
  secret({
    minLength: 8,
    maxLength: 128,
    about: '8 to 128 characters of any kind; the most common passwords are refused.',
  }),
);

/** A token of a link in a mail. */
export const tokenField = required(secret({ minLength: 1, maxLength: 256, about: '`token` of the link in the mail.' }));
