import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { nameText, visibleText } from '../wire/names.ts'
import { Paging, pageOf } from '../wire/paging.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'

/** Limits of lookup tables; what is more is refused, with the limit. */
export const lookupTableLimits = {
  tables: 200,
  rows: 1_000_000,
  columns: 100,
  charactersOfCell: 2000,
  charactersOfKey: 200,
} as const

/**
 * The types of columns, which decide how values are compared. The keys `vat_id`, `iban`, `gtin` and `id` are compared exactly, without
 * spaces and punctuation; `name`, `postcode` and `city` together by similarity; the others not at all.
 */
export const LookupColumnType = z.enum([
  'text',
  'name',
  'vat_id',
  'iban',
  'gtin',
  'id',
  'postcode',
  'city',
  'number',
  'date',
])
export type LookupColumnType = z.output<typeof LookupColumnType>

const ColumnName = z.string().trim().min(1).max(255).check(visibleText)

export const LookupColumn = z.object({ name: ColumnName, type: LookupColumnType })
export type LookupColumn = z.output<typeof LookupColumn>

export const LookupTable = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The name of the column whose value identifies a row. */
  key_column: z.string(),
  columns: z.array(LookupColumn),
  /** The current version, from 1. */
  version: z.number().int(),
  row_count: z.number().int(),
  shared_to_org: z.boolean(),
  is_owner: z.boolean(),
  created_by: z.number().int().nullable(),
  created_by_email: z.string().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type LookupTable = z.output<typeof LookupTable>

const TableKey = z.object({ id: z.uuid() })

export const listLookupTables = endpoint({
  method: 'GET',
  path: '/lookup-tables/',
  who: 'member',
  reply: z.array(LookupTable),
})

const ColumnTypes = z
  .string()
  .max(100_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'This is not JSON.' })
      return z.NEVER
    }
  })
  .pipe(z.array(LookupColumn).max(lookupTableLimits.columns))

/**
 * Multipart: the field `file` is a CSV or XLSX file whose first row has the names of the columns. Without `key`, the
 * first column identifies a row. Types that `columns` (JSON) does not state follow from the names and values of the
 * columns.
 */
export const createLookupTable = endpoint({
  method: 'POST',
  path: '/lookup-tables/',
  who: 'member',
  status: 201,
  accepts: 'multipart',
  body: z.object({
    name: nameText(128),
    key: ColumnName.optional(),
    columns: ColumnTypes.optional(),
  }),
  reply: LookupTable,
})

export const getLookupTable = endpoint({
  method: 'GET',
  path: '/lookup-tables/:id/',
  who: 'member',
  params: TableKey,
  reply: LookupTable,
})

/** 409 while a prompt is matched to it. */
export const deleteLookupTable = endpoint({
  method: 'DELETE',
  path: '/lookup-tables/:id/',
  who: 'member',
  status: 204,
  params: TableKey,
  reply: NoBody,
})

export const LookupTableVersion = z.object({
  version: z.number().int(),
  file_name: z.string(),
  row_count: z.number().int(),
  /** The numbers of rows that differ from the version before. */
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  created_by_email: z.string().nullable(),
  created_at: Timestamp,
})
export type LookupTableVersion = z.output<typeof LookupTableVersion>

/** All versions, the newest first. */
export const listLookupTableVersions = endpoint({
  method: 'GET',
  path: '/lookup-tables/:id/versions/',
  who: 'member',
  params: TableKey,
  query: Paging,
  reply: pageOf(LookupTableVersion),
})

/**
 * Multipart: the field `file` replaces all rows. It has every column that the table has; further ones are added. Runs
 * that have begun use the version that they began with.
 */
export const addLookupTableVersion = endpoint({
  method: 'POST',
  path: '/lookup-tables/:id/versions/',
  who: 'member',
  status: 201,
  accepts: 'multipart',
  params: TableKey,
  body: z.object({}),
  reply: LookupTableVersion,
})

const LookupRow = z.object({
  key: z.string(),
  /** The texts of its cells, in the order of the columns. */
  cells: z.array(z.string()),
})

/** The rows of the current version in the order of their keys, or those whose name, postcode, city or key matches a search. */
export const listLookupRows = endpoint({
  method: 'GET',
  path: '/lookup-tables/:id/rows/',
  who: 'member',
  params: TableKey,
  query: Paging.extend({ search: z.string().trim().max(255).optional() }),
  reply: pageOf(LookupRow),
})
