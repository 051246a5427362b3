export { composeMail, type ComposedMail, type MailContent } from './compose.ts';
export { stopLink, type StopLink } from './stop.ts';
export { openMailTransport, MailRefused, type MailTransport, type OutgoingMail } from './transport.ts';
