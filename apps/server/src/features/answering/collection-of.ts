import { createHash } from 'node:crypto'
import { chunkerVersion } from './text/chunk-text.ts'

/**
 * Names what a set of chunks was made of: other settings, another document or another way to cut make
 * other chunks.
 */
export function collectionOf(...parts: readonly (string | number)[]): string {
  const made = JSON.stringify([chunkerVersion, ...parts])
  return createHash('sha256').update(made).digest('hex').slice(0, 40)
}
