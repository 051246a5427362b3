import type { MailRefusal } from '../mails/enqueue.ts';

/** A mailbox may not have the mail of a sign-up; then there is no account. */
export class SignUpRefused extends Error {
  readonly refusal: MailRefusal;

  constructor(refusal: MailRefusal) {
    super('the mailbox may not have the mail of the sign-up');
    this.name = 'SignUpRefused';
    this.refusal = refusal;
  }
}
