/** The response of S3 to a listing of a bucket: one page of keys, in order. */
export function s3Listing(keys: Iterable<string>, query: URLSearchParams): string {
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
  const contents = listed.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('');
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents}${folded}</ListBucketResult>`;
}
