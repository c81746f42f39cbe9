const letters = 8

/** The end of an id, for a table: ids begin with the time at which they were made, so that neighbours begin alike. */
export function shortId(id: string): string {
  return id.slice(-letters)
}
