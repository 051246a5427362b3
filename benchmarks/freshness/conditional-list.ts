/** Asks for a list again and again. @returns a function that resolves with the list, or undefined while it has not changed */
export function conditionalList<T>(url: string, signal: AbortSignal): () => Promise<T | undefined> {
  let etag = '';
  return async () => {
    const response = await fetch(url, { signal, headers: etag ? { 'If-None-Match': etag } : {} });
    const text = await response.text();
    if (response.status === 304) return undefined;
    if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text}`);
    etag = response.headers.get('etag') ?? '';
    return JSON.parse(text) as T;
  };
}
