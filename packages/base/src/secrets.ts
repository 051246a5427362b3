/** What stands in a text for a secret. */
const mask = '…';

/** A shorter secret could be part of an ordinary word. In an address it is found by its place. */
const shortestSecret = 8;

/** User and password of an address. The bounds keep the time for a long text in proportion to it. */
const credentials = /(\b[a-z][a-z\d+.-]{0,20}:\/\/)([^\s/@:"']{0,128}):[^\s/?#"']{0,512}@/gi;

/** What the service makes as a secret: 256 bits for cookies and links in mails, and API keys. */
const made = /(?<![\w-])(?:[\w-]{43}|sev_\w{41})(?![\w-])/g;
/** The key in the link that ends mails, in any spelling, and secrets in queries. */
const inTargets = /(\bunsubscribe(?:\/|%2f){1,9}|[?&](?:token|secret|password|api_?key)=)[^\s"'&#?/]+/gi;

/** Secrets of this process, longest first: a secret may be part of another. */
let known: readonly string[] = [];

/** Hides these texts from now on, in `maskSecrets`: in messages of libraries too, which print what they were given. */
export function rememberSecrets(secrets: Iterable<string>): void {
  const long = [...secrets].filter((secret) => secret.length >= shortestSecret);
  known = [...new Set([...known, ...long])].toSorted((a, b) => b.length - a.length);
}

/** A text without the passwords of addresses, the secrets of this process and those that it makes for its users. */
export function maskSecrets(text: string): string {
  const masked = text.replace(credentials, `$1$2:${mask}@`).replace(inTargets, `$1${mask}`).replace(made, mask);
  return known.reduce((rest, secret) => rest.replaceAll(secret, mask), masked);
}

/**
 * The forms in which a secret setting can occur in a text: a password of an address, encoded and plain, or the whole value if
 * it is no address. Each form is also given as JSON writes it, for lines of the log.
 */
export function secretForms(given: string): string[] {
  const [, password] = isAddress(given) ? (/:\/\/[^/@:]*:(.*)@/.exec(given) ?? []) : [given, given];
  if (password === undefined) return [];
  return [password, decoded(password)].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
}

/** Whether a text is an address with a host, so that its password stands in one place. `me:password@host` is none. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) && URL.canParse(text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
