/** Schemas are made when first used: most processes meet a few of these. */
export function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
