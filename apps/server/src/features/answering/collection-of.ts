import { createHash } from 'node:crypto'

/** Names what a set of chunks was made of: other settings or another document make other chunks. */
export function collectionOf(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)
}
