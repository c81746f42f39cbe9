import type { TableChanges, TableSettings as WireSettings } from '@recto/contract/table-settings'
import { toWireNames } from '../../shared/api/wire-names.ts'

/** What of a document a table or a record is read from. */
export type ListReading = {
  /** The names of the columns; the model names them where there are none. */
  readonly headers: readonly string[]
  /** From 1, both included; 0 is the first page and the last one. */
  readonly startPage: number
  readonly endPage: number
  readonly documentType: string
  /** Ends every page in the text that the model is given. */
  readonly pageDelimiter: string
  readonly pageFilter: 'contiguous' | 'header-based'
  readonly isCompressed: boolean
  readonly usesFormFeed: boolean
  readonly isSpanSearchOff: boolean
  readonly isDirectory: boolean
}

export type StoredReading = ListReading & {
  /** null where they are the usual ones, because nobody has set any. */
  readonly id: string | null
}

export const tableNames = {
  headers: 'headers',
  startPage: 'start_page',
  endPage: 'end_page',
  documentType: 'document_type',
  pageDelimiter: 'page_delimiter',
  pageFilter: 'page_filter_strategy',
  isCompressed: 'compress_double_space',
  usesFormFeed: 'use_form_feed',
  isSpanSearchOff: 'disable_span_search',
  isDirectory: 'is_directory_mode',
} as const

export const readingFromWire = (wire: WireSettings): StoredReading => ({
  id: wire.id,
  headers: wire.headers,
  startPage: wire.start_page,
  endPage: wire.end_page,
  documentType: wire.document_type,
  pageDelimiter: wire.page_delimiter,
  pageFilter: wire.page_filter_strategy,
  isCompressed: wire.compress_double_space,
  usesFormFeed: wire.use_form_feed,
  isSpanSearchOff: wire.disable_span_search,
  isDirectory: wire.is_directory_mode,
})

const changesToWire = (changes: Partial<ListReading>): TableChanges => {
  const { headers, ...others } = changes
  return { ...toWireNames(others, tableNames), ...(headers && { headers: [...headers] }) }
}

type Creation = {
  readonly promptId: string
  readonly projectId: string
  readonly changes: Partial<ListReading>
}

export const newReadingToWire = ({ promptId, projectId, changes }: Creation) => ({
  body: { prompt_id: promptId, tool_id: projectId, ...changesToWire(changes) },
})

type Change = {
  readonly id: string
  readonly changes: Partial<ListReading>
  /** What the change replaces, as it was seen. */
  readonly expected: Partial<ListReading>
}

export const readingChangeToWire = ({ id, changes, expected }: Change) => ({
  params: { table_settings_id: id },
  body: { ...changesToWire(changes), expected: changesToWire(expected) },
})
