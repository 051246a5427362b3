import { expect } from 'chai';
import { mailboxOf } from '../../src/tables/mails/mailbox-of.ts';

describe('db/mailbox-of', () => {
  for (const [email, mailbox] of [
    ['ann@example.org', 'ann@example.org'],
    ['ann+wx@example.org', 'ann@example.org'],
    ['ann+wx+more@example.org', 'ann@example.org'],
    ['Ann+WX@Example.ORG', 'ann@example.org'],
    ['a.n.n@example.org', 'a.n.n@example.org'],
    ['a.n.n+x@gmail.com', 'ann@gmail.com'],
    ['an.n@googlemail.com', 'ann@gmail.com'],
    ['+ann@example.org', '+ann@example.org'],
    ['++ann@example.org', '+@example.org'],
    ['"a@b"+x@example.org', '"a@b"@example.org'],
  ]) {
    it(`counts ${email} as ${mailbox}`, () => {
      expect(mailboxOf(email)).to.equal(mailbox);
    });
  }
});
