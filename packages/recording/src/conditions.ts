/**
 * Whether the client's copy of a response is current (RFC 9110, section 13). Headers have names in lower case.
 *
 * @param asked    headers of the request
 * @param response headers of the recorded response
 */
export function isUnchanged(
  asked: Readonly<Record<string, string | string[] | undefined>>,
  response: Readonly<Record<string, string>>,
): boolean {
  const tags = asked['if-none-match'];
  const { etag, 'last-modified': modified } = response;
  if (typeof tags === 'string') {
    return etag !== undefined && tags.split(',').some((tag) => plain(tag) === plain(etag));
  }
  const since = Date.parse(String(asked['if-modified-since']));
  return modified !== undefined && Date.parse(modified) <= since;
}

/** A tag without the mark of a weak one. */
const plain = (tag: string): string => tag.trim().replace(/^W\//, '');
