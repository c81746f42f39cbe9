import { type FieldType, isListType, type ListSettings } from '@recto/provider-spec/answer'

/** What a prompt says of it, under the names of the wire. */
type TableSettings = {
  readonly headers: readonly string[]
  readonly start_page: number
  readonly end_page: number
  readonly page_delimiter: string
  readonly page_filter_strategy: string
  readonly compress_double_space: boolean
  readonly use_form_feed: boolean
}

type Given = {
  readonly type: FieldType
  readonly settings: TableSettings | null | undefined
  /** Of a table or of records. */
  readonly maxPages?: number
}

/** What of the document a list is read from: nothing for other types, all of it where nothing is set. */
export function listSettingsOf({ type, settings, maxPages }: Given): ListSettings | undefined {
  if (!isListType(type)) return undefined
  const isBounded = maxPages !== undefined && type !== 'line-item'
  return {
    headers: settings?.headers ?? [],
    startPage: settings?.start_page ?? 0,
    endPage: settings?.end_page ?? 0,
    isByHeaders: settings?.page_filter_strategy === 'header-based',
    isCompressed: settings?.compress_double_space ?? false,
    pageDelimiter: settings?.use_form_feed ? '\f' : (settings?.page_delimiter ?? '<<<'),
    ...(isBounded && { maxPages }),
  }
}

/** A list is read from the whole document, so nothing is searched for it. */
export const listOrChunks = <Settings extends { readonly chunkSize: number }>(
  type: FieldType,
  settings: Settings,
): Settings => (isListType(type) ? { ...settings, chunkSize: 0 } : settings)
