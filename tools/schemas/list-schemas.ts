import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type StandardSchema = {
  /** Kind of the documents that have such values. */
  readonly kind: string
  /** The standard or the form whose fields the schema names. */
  readonly standard: string
  readonly schema: unknown
}

export const listSchemas = (): readonly StandardSchema[] =>
  readFileSync(join(import.meta.dirname, 'standard-schemas.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StandardSchema)
