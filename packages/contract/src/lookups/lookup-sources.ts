import { z } from 'zod'
import { Cron, TimeZone } from '../pipelines/pipeline-fields.ts'
import { endpoint } from '../wire/endpoint.ts'
import { nameText, visibleText } from '../wire/names.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'
import { LookupColumn, LookupTable } from './lookup-tables.ts'

/** Limits of reading a source; what is more is refused, with the limit. */
export const lookupSourceLimits = {
  /** Bytes of the reply of an address. */
  bytes: 256 * 1024 * 1024,
  /** Bytes of one item of the list of an address, and how deeply it may be nested. */
  bytesOfItem: 4 * 1024 * 1024,
  depthOfItem: 64,
  /** Bytes of all rows until they are stored. */
  spooledBytes: 1024 * 1024 * 1024,
  /** Time for all rows, and for the first ones of a preview. */
  seconds: 15 * 60,
  previewSeconds: 10,
  /** Time until the next rows of a database or the next bytes of an address arrive. */
  waitSeconds: 50,
  previewedRows: 20,
  charactersOfQuery: 20_000,
} as const

const AddressSettings = z.object({
  kind: z.literal('address'),
  /** Replies to GET with JSON. Redirects are not followed. */
  url: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https:// or http://.' })
    .max(4000)
    .refine((url) => {
      // Texts that are no address are refused above, and come here as well.
      const address = URL.parse(url)
      return !address?.username && !address?.password
    }, 'Send the user and password in the header, because everybody who changes the table sees the address.'),
  /** The names of the fields that lead to the list, with dots; empty if the reply itself is the list. */
  items_path: z
    .string()
    .trim()
    .max(255)
    .regex(
      /^(?:[^.*$]+(?:\.[^.*$]+)*)?$/,
      'Write the names of the fields with dots, such as data.suppliers.',
    )
    .default(''),
})

const HeaderName = z
  .string()
  .trim()
  .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'This is not the name of a header.')
  .refine(
    (name) =>
      !/^(?:host|content-length|transfer-encoding|connection|upgrade|expect|te|trailer|keep-alive)$/i.test(
        name,
      ),
    'This header is set by the connection itself.',
  )

const DatabaseSettings = z.object({
  kind: z.literal('database'),
  connector_id: z.uuid(),
  /** One of the two: the table or view whose rows are read, or a query. */
  table: z
    .object({
      schema: z.string().trim().max(255).check(visibleText).nullable().default(null),
      name: nameText(255),
    })
    .nullable()
    .default(null),
  /** One statement that selects. */
  query: z
    .string()
    .trim()
    .max(lookupSourceLimits.charactersOfQuery)
    .nullable()
    .transform((text) => text || null)
    .default(null),
})

/** A source as it is stored, without its secret. */
export type LookupSourceSettings =
  | (z.output<typeof AddressSettings> & { readonly header_name: string | null })
  | Omit<z.output<typeof DatabaseSettings>, 'connector_id'>

const SentSource = z
  .discriminatedUnion('kind', [
    AddressSettings.extend({
      /** Without a value, the stored one is sent, as long as the address has the same origin. */
      header: z
        .object({
          name: HeaderName,
          value: z
            .string()
            .min(1)
            .max(8000)
            .regex(
              /^[\x20-\x7e\x80-\xff]*$/,
              'A header has no line breaks and no special characters.',
            )
            .optional(),
        })
        .nullable()
        .default(null),
    }),
    DatabaseSettings,
  ])
  .superRefine((source, context) => {
    if (source.kind !== 'database' || (source.table === null) !== (source.query === null)) return
    const message = 'Choose a table, or write a query.'
    context.addIssue({ code: 'custom', path: ['query'], message })
  })
export type SentLookupSource = z.output<typeof SentSource>

export const LookupSource = z.discriminatedUnion('kind', [
  AddressSettings.extend({ header: z.object({ name: z.string() }).nullable() }),
  DatabaseSettings.extend({ connector_name: z.string() }),
])
export type LookupSource = z.output<typeof LookupSource>

const Schedule = {
  /** Five fields; null if it is refreshed by hand alone. */
  cron_string: Cron.default(null),
  time_zone: TimeZone.default('UTC'),
}

/** Reads the first rows. The stored secret of `lookup_table_id` is sent if the source has none. Nothing is stored. */
export const previewLookupSource = endpoint({
  method: 'POST',
  path: '/lookup-tables/source-preview/',
  who: 'member',
  body: z.object({
    source: SentSource,
    lookup_table_id: z.uuid().nullable().default(null),
    key: z.string().trim().max(255).optional(),
  }),
  reply: z.object({ columns: z.array(LookupColumn), rows: z.array(z.array(z.string())) }),
})

/** Creates a table with the rows of a source as its first version. Types of columns follow from names and values. */
export const createLookupTableFromSource = endpoint({
  method: 'POST',
  path: '/lookup-tables/from-source/',
  who: 'member',
  status: 201,
  body: z.object({
    name: nameText(128),
    key: z.string().trim().min(1).max(255).check(visibleText).optional(),
    source: SentSource,
    ...Schedule,
  }),
  reply: LookupTable,
})

const TableKey = z.object({ id: z.uuid() })

/** A refresh; without an end, it is still running. */
export const LookupRefresh = z.object({
  id: z.uuid(),
  is_scheduled: z.boolean(),
  started_by_email: z.string().nullable(),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  /** It says why the refresh has failed; the table then stays as it was. */
  error: z.string().nullable(),
  /** The version of the table since then, and whether rows differed, so that it is a new one. */
  version: z.number().int().nullable(),
  is_new_version: z.boolean(),
})
export type LookupRefresh = z.output<typeof LookupRefresh>

export const LookupSourceState = z.object({
  kind: z.enum(['upload', 'address', 'database']),
  /** Null for those who may not change the table, and for tables that are only uploaded. */
  source: LookupSource.nullable(),
  cron_string: z.string().nullable(),
  time_zone: z.string(),
  next_refresh_at: Timestamp.nullable(),
  /** The one that is running, or else the last one. Its error says that the rows are older than the source. */
  last_refresh: LookupRefresh.nullable(),
  /** The rows were last the same as those of the source at this time. */
  refreshed_at: Timestamp.nullable(),
})
export type LookupSourceState = z.output<typeof LookupSourceState>

export const getLookupSource = endpoint({
  method: 'GET',
  path: '/lookup-tables/:id/source/',
  who: 'member',
  params: TableKey,
  reply: LookupSourceState,
})

/** Sets the source and its schedule. Rows are fetched by the next refresh. 409 while one is running. */
export const setLookupSource = endpoint({
  method: 'PUT',
  path: '/lookup-tables/:id/source/',
  who: 'member',
  params: TableKey,
  body: z.object({ source: SentSource, ...Schedule }),
  reply: LookupSourceState,
})

/** Leaves the rows as they are. 409 while a refresh is running. */
export const deleteLookupSource = endpoint({
  method: 'DELETE',
  path: '/lookup-tables/:id/source/',
  who: 'member',
  status: 204,
  params: TableKey,
  reply: NoBody,
})

/** Starts a refresh. 409 while one is running. */
export const startLookupRefresh = endpoint({
  method: 'POST',
  path: '/lookup-tables/:id/refreshes/',
  who: 'member',
  status: 202,
  params: TableKey,
  body: z.object({}).optional(),
  reply: LookupRefresh,
})

/** Returns at most 100 refreshes, the newest first. */
export const listLookupRefreshes = endpoint({
  method: 'GET',
  path: '/lookup-tables/:id/refreshes/',
  who: 'member',
  params: TableKey,
  reply: z.array(LookupRefresh),
})
