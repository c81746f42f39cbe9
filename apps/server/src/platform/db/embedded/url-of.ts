/** A connection string for a database behind the socket in a folder. `host` replaces `localhost`. */
export function urlOf(socketFolder: string, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}
