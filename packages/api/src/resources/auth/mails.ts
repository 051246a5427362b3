import type { NewMail } from '@severe/db';
import { apiPrefix } from '@severe/http';
import { composeMail, stopLink } from '@severe/mail';

/** The mail with the link that verifies an address. `{token}` is filled in when it is sent. */
export function verificationMail(recipient: string, publicUrl: string): NewMail {
  const stop = stopLink(publicUrl + apiPrefix);
  const content = composeMail({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Somebody, probably you, has signed up for severe at ${publicUrl} with this address.`,
      'Open the link to confirm that the address is yours. Until then, no alerts are sent to it. An account that nobody confirms is removed after a week, with its API keys, webhooks and saved locations.',
    ],
    action: { label: 'Confirm the address', url: `${publicUrl}/verify-email?token={token}` },
    notes: ['The link works once and for 48 hours.', 'If this was not you, ignore this mail.', stop.note],
  });
  return { recipient, ...content, headers: stop.headers, tokenPurpose: 'verify_email' };
}

/** The mail with the link that sets a new password. `{token}` is filled in when it is sent. */
export function resetMail(recipient: string, publicUrl: string): NewMail {
  const stop = stopLink(publicUrl + apiPrefix);
  const content = composeMail({
    subject: 'Set a new password',
    paragraphs: [
      `Somebody, probably you, has asked for a new password for the account of this address at ${publicUrl}.`,
      'Open the link to set a new password. All sessions of the account then end. If the address was not confirmed by its owner before, so does everything else that was made in the account.',
    ],
    action: { label: 'Set a new password', url: `${publicUrl}/reset-password?token={token}` },
    notes: [
      'The link works once and for one hour.',
      'If this was not you, ignore this mail: nothing has changed.',
      stop.note,
    ],
  });
  return { recipient, ...content, headers: stop.headers, tokenPurpose: 'reset_password' };
}
