import { createHash } from 'node:crypto'
import type { NameLimit } from '@recto/provider-spec/database-connector'
import { measureName } from '../../workflows/workflows.port.ts'

const hashLength = 8

/**
 * Shortens a name that the database does not allow, always in the same way: its beginning, and a
 * hash of all of it, so that names with the same beginning stay apart.
 */
export function shortenName(name: string, limit: NameLimit | undefined): string {
  if (!limit || measureName(name, limit) <= limit.max) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength)
  const maxBeginning = limit.max - hashLength - 1
  let beginning = ''
  for (const character of name) {
    if (measureName(beginning + character, limit) > maxBeginning) break
    beginning += character
  }
  return `${beginning}_${hash}`
}
