/** What S3 answers when it is asked for the keys of a bucket: one page, in order. */
export function s3Listing(keys: Iterable<string>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('start-after') ?? '';
  const listed = [...keys].sort().filter((key) => key.startsWith(prefix) && key > after);
  const contents = listed.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('');
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`;
}
