import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { SentNumber } from '../wire/wire.ts'

const Page = SentNumber.pipe(z.number().int().min(0).max(1_000_000))

/** Some clients send the one tag in a list. */
const Tag = z.union([
  z.string().max(255),
  z
    .array(z.string().max(255))
    .length(1, 'Only one can be selected.')
    .transform(([tag = '']) => tag),
])

const Strategy = z.enum(['contiguous', 'header-based'])

/** Selects the part of a document that a table or record prompt reads. */
export const StoredTableSettings = z.object({
  enforce_type: z.enum(['table', 'record']),
  /** The names of the columns; the model names them where there are none. */
  headers: z.array(z.string().trim().min(1).max(255)).max(200),
  /** One-based, inclusive; 0 means the first or the last page. */
  start_page: Page,
  end_page: Page,
  document_type: Tag,
  /** Ends every page in the text that the model is given. */
  page_delimiter: z.string().max(100),
  page_filter_strategy: z.union([
    Strategy,
    z
      .array(Strategy)
      .length(1)
      .transform(([one]) => one!),
  ]),
  /** Whether columns are only two blanks apart there. */
  compress_double_space: z.boolean(),
  use_form_feed: z.boolean(),
  disable_span_search: z.boolean(),
  is_directory_mode: z.boolean(),
})

export const defaultTableSettings = {
  enforce_type: 'table',
  headers: [],
  start_page: 0,
  end_page: 0,
  document_type: 'default',
  page_delimiter: '<<<',
  page_filter_strategy: 'contiguous',
  compress_double_space: false,
  use_form_feed: false,
  disable_span_search: false,
  is_directory_mode: false,
} as const satisfies z.output<typeof StoredTableSettings>

export const TableChanges = StoredTableSettings.partial()
export type TableChanges = z.output<typeof TableChanges>

export const TableSettings = StoredTableSettings.extend({
  /** `null` where the settings are the defaults, because nobody has set any. */
  id: z.uuid().nullable(),
  prompt_id: z.uuid(),
  tool_id: z.uuid(),
})
export type TableSettings = z.output<typeof TableSettings>

/** Those of one prompt, or without `prompt_id` a list of all that were set. */
export const getTableSettings = endpoint({
  method: 'GET',
  path: '/prompt-studio/prompt/table/',
  who: 'member',
  query: z.object({ prompt_id: z.uuid().optional() }),
  reply: z.union([TableSettings, z.array(TableSettings)]),
})

/** What is absent is as by default. A prompt has its settings once. */
export const createTableSettings = endpoint({
  method: 'POST',
  path: '/prompt-studio/prompt/table/',
  who: 'member',
  status: 201,
  body: TableChanges.extend({ prompt_id: z.uuid(), tool_id: z.uuid() }),
  reply: TableSettings,
})

/**
 * Absent fields keep their value. With `expected`, nothing is changed unless these fields are still what the caller
 * saw: else 409, which names those that are not.
 */
export const updateTableSettings = endpoint({
  method: 'PATCH',
  path: '/prompt-studio/prompt/table/:table_settings_id/',
  who: 'member',
  params: z.object({ table_settings_id: z.uuid() }),
  body: TableChanges.extend({ expected: TableChanges.optional() }),
  reply: TableSettings,
})
