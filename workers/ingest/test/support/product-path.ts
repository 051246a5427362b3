/** The path of a request; that of a list of texts ends with its product, whatever its times: `/products/types/AFD`. */
export function productPath(given: string): string {
  const { pathname, searchParams } = new URL(given);
  const type = searchParams.get('type');
  return pathname === '/products' && type !== null ? `/products/types/${type}` : pathname;
}
