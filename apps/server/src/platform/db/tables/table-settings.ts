/** Settings of how a prompt reads a table. */
export type TableSettingsColumn = {
  readonly enforce_type: 'table' | 'record'
  readonly headers: readonly string[]
  readonly start_page: number
  readonly end_page: number
  readonly document_type: string
  readonly page_delimiter: string
  readonly page_filter_strategy: 'contiguous' | 'header-based'
  readonly compress_double_space: boolean
  readonly use_form_feed: boolean
  readonly disable_span_search: boolean
  readonly is_directory_mode: boolean
}
