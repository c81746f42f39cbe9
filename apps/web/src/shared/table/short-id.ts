const letters = 8

/**
 * Returns the end of an id for a table. Ids start with their creation time, so the starts of
 * neighboring ids are alike.
 */
export function shortId(id: string): string {
  return id.slice(-letters)
}
