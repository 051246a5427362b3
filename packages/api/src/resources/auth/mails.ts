import type { NewMail } from '@severe/db';
import { composeMail } from '@severe/mail';

/** The mail with the link that verifies an address. `{token}` is filled in when it is sent. */
export function verificationMail(recipient: string, publicUrl: string): NewMail {
  const content = composeMail({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      `Somebody, probably you, has signed up for severe at ${publicUrl} with this address.`,
      'Open the link to confirm that the address is yours. Until then, no alerts are sent to it.',
    ],
    action: { label: 'Confirm the address', url: `${publicUrl}/verify-email?token={token}` },
    notes: ['The link works once and for 48 hours.', 'If this was not you, ignore this mail.'],
  });
  return { recipient, ...content, tokenPurpose: 'verify_email' };
}

/** The mail with the link that sets a new password. `{token}` is filled in when it is sent. */
export function resetMail(recipient: string, publicUrl: string): NewMail {
  const content = composeMail({
    subject: 'Set a new password',
    paragraphs: [
      `Somebody, probably you, has asked for a new password for the account of this address at ${publicUrl}.`,
      'Open the link to set a new password. All sessions of the account then end.',
    ],
    action: { label: 'Set a new password', url: `${publicUrl}/reset-password?token={token}` },
    notes: ['The link works once and for one hour.', 'If this was not you, ignore this mail: nothing has changed.'],
  });
  return { recipient, ...content, tokenPurpose: 'reset_password' };
}
