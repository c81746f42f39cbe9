import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'

/**
 * `ambiguous`: several rows may be meant; `not_found`: the value is not in the table; `no_value`: the document has
 * nothing to compare; `no_table`: there is no such table or column any more; `too_many`: the list has more rows than
 * are matched.
 */
export const LookupStatus = z.enum([
  'matched',
  'ambiguous',
  'not_found',
  'no_value',
  'no_table',
  'too_many',
])
export type LookupStatus = z.output<typeof LookupStatus>

/** The exact key that decided, or `similarity`, the alias that a person saved, or the person who reviewed the document. */
const MatchedBy = z.enum(['vat_id', 'iban', 'gtin', 'id', 'similarity', 'alias', 'person'])

const LookupCandidate = z.object({
  row_key: z.string(),
  /** The probability that this row is meant, from 0 to 1. */
  score: z.number(),
  /** The values that agreed and those that did not. */
  reason: z.string(),
  /** The texts of the row, by column. */
  cells: z.record(z.string(), z.string()),
})
export type LookupCandidate = z.output<typeof LookupCandidate>

/** The row of a lookup table that a value means. */
export const LookupMatch = z.object({
  /** The name of the table. */
  table: z.string(),
  /** The version that was used; null if there is no such table. */
  version: z.number().int().nullable(),
  /** When the last refresh of the table failed, so that its source may have other rows; absent if it did not fail. */
  refresh_failed_at: Timestamp.optional(),
  status: LookupStatus,
  row_key: z.string().nullable(),
  score: z.number().nullable(),
  by: MatchedBy.nullable(),
  reason: z.string(),
  /** The values of the columns that are added to the result; null where no row is chosen. */
  columns: z.record(z.string(), z.string().nullable()),
  /** Up to three rows that may be meant, if none is chosen. */
  candidates: z.array(LookupCandidate),
})
export type LookupMatch = z.output<typeof LookupMatch>

/** Maximum number of rows of a list that are matched. */
export const maxMatchedListRows = 1000

/** The match of a row of a list. */
const RowMatch = LookupMatch.omit({
  table: true,
  version: true,
  refresh_failed_at: true,
}).extend({
  /** The texts of the row that are compared, as aliases have them; empty if there are none. */
  value: z.string(),
})
export type RowMatch = z.output<typeof RowMatch>

const PresentedRowMatch = RowMatch.omit({ columns: true })
export type PresentedRowMatch = z.output<typeof PresentedRowMatch>

/** A match as a result has it: the values of its columns are in the output. */
export const PresentedLookup = LookupMatch.omit({ columns: true }).extend({
  /** The matches of the rows, in their order; absent unless the value is a list. */
  rows: z.array(PresentedRowMatch).optional(),
  /** The names of the columns that are added to each row of the list. */
  added_columns: z.array(z.string()).optional(),
})
export type PresentedLookup = z.output<typeof PresentedLookup>

/** The matches of a document's current values, for each prompt that is matched to a table. */
export const listDocumentLookups = endpoint({
  method: 'GET',
  path: '/prompt-studio/file/:tool_id/lookups/',
  who: 'member',
  params: z.object({ tool_id: z.uuid() }),
  query: z.object({ document_id: z.uuid() }),
  reply: z.object({
    lookups: z.array(
      LookupMatch.extend({
        prompt_id: z.uuid(),
        /** The id of the table; null if there is none or the caller may not use it. */
        table_id: z.uuid().nullable(),
        /** The value that is matched; null if the document has none. */
        value: z.string().nullable(),
        /** The matches of the rows, in their order; absent unless the value is a list. */
        rows: z.array(RowMatch).optional(),
      }),
    ),
  }),
})

const maxAliasCharacters = 2000

/** Says for the whole organization what a value means: a row, or with `null` that it is not in the table. */
export const saveLookupAlias = endpoint({
  method: 'PUT',
  path: '/lookup-tables/:id/aliases/',
  who: 'member',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    value: z.string().trim().min(1).max(maxAliasCharacters),
    row_key: z.string().min(1).max(200).nullable(),
  }),
  reply: z.object({ value: z.string(), row_key: z.string().nullable() }),
})

/** 404 if there is none. */
export const deleteLookupAlias = endpoint({
  method: 'DELETE',
  path: '/lookup-tables/:id/aliases/',
  who: 'member',
  status: 204,
  params: z.object({ id: z.uuid() }),
  query: z.object({ value: z.string().trim().min(1).max(maxAliasCharacters) }),
  reply: NoBody,
})
