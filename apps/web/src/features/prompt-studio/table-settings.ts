import type {
  TableChanges,
  TableSettings as WireSettings,
} from '@recto/contract/prompt-studio/table-settings'
import { omitUndefined } from '@recto/omit-undefined'
import { toWireNames } from '../../shared/api/wire-names.ts'

/** Settings for reading a table or a record from a document. */
export type ListReading = {
  /** Column names; if empty, the model chooses them. */
  readonly headers: readonly string[]
  /** One-based and inclusive; 0 means the first or the last page of the document. */
  readonly startPage: number
  readonly endPage: number
  readonly documentType: string
  /** Marks the end of every page in the text that the model receives. */
  readonly pageDelimiter: string
  readonly pageFilter: 'contiguous' | 'header-based'
  readonly isCompressed: boolean
  readonly usesFormFeed: boolean
  readonly isSpanSearchOff: boolean
  readonly isDirectory: boolean
}

export type StoredReading = ListReading & {
  /** Null if these are the defaults, because none are stored. */
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
  const { headers, ...otherChanges } = changes
  return {
    ...toWireNames(otherChanges, tableNames),
    ...omitUndefined({ headers: headers && [...headers] }),
  }
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
  /** The values that the user saw and the change replaces. */
  readonly expected: Partial<ListReading>
}

export const readingChangeToWire = ({ id, changes, expected }: Change) => ({
  params: { table_settings_id: id },
  body: { ...changesToWire(changes), expected: changesToWire(expected) },
})
