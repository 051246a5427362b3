/**
 * The response of S3 to a listing of a bucket: one page of keys, in order.
 *
 * @param storedAt when a key was stored, where the bucket says it
 */
export function s3Listing(
  keys: Iterable<string>,
  query: URLSearchParams,
  storedAt: (key: string) => Date | undefined = () => undefined,
): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('start-after') ?? '';
  const delimiter = query.get('delimiter');
  const folders = new Set<string>();
  const listed = [...keys].sort().filter((key) => {
    if (!key.startsWith(prefix) || key <= after) return false;
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    if (end >= 0) folders.add(key.slice(0, end + 1));
    return end < 0;
  });
  const folded = [...folders].map((path) => `<CommonPrefixes><Prefix>${path}</Prefix></CommonPrefixes>`).join('');
  const timeOf = (key: string): string => {
    const at = storedAt(key);
    return at ? `<LastModified>${at.toISOString()}</LastModified>` : '';
  };
  const contents = listed.map((key) => `<Contents><Key>${key}</Key>${timeOf(key)}<Size>1</Size></Contents>`).join('');
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents}${folded}</ListBucketResult>`;
}
