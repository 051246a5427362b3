const slash = 47;

/**
 * A request target in origin form, `/path?query`. Clients of proxies send it with scheme and host, which a server must
 * accept (RFC 9112, 3.2.2). A fragment is not allowed and is removed.
 *
 * @returns undefined if the target has no path, such as `*`
 */
export function originForm(target: string): string | undefined {
  const path = target.charCodeAt(0) === slash ? target : /^https?:\/\/[^/?#]+(\/[^]*)$/i.exec(target)?.[1];
  if (path === undefined) return undefined;
  const fragment = path.indexOf('#');
  return fragment < 0 ? path : path.slice(0, fragment);
}
