/** What a token in the link of a mail is for. */
export type TokenPurpose = 'verify_email' | 'reset_password';
