import { omitUndefined } from '@recto/omit-undefined'
import { type FieldType, isListType, type ListSettings } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'
import type { AnswerSettings } from './answer-settings.ts'

const fieldTypes: readonly FieldType[] = [
  'text',
  'number',
  'email',
  'date',
  'boolean',
  'json',
  'table',
  'record',
  'line-item',
]

/** Returns the field type of extraction for the type on the wire. */
export function toFieldType(enforceType: string, key: string): FieldType {
  const type = fieldTypes.find((one) => one === enforceType)
  if (type) return type
  throw badRequest(
    `“${key}” has the type ${enforceType}, which this installation does not support.`,
  )
}

/** The list settings of a prompt, with wire names. */
type TableSettings = {
  readonly headers: readonly string[]
  readonly start_page: number
  readonly end_page: number
  readonly page_delimiter: string
  readonly page_filter_strategy: string
  readonly compress_double_space: boolean
  readonly use_form_feed: boolean
}

type ListFieldSettings = {
  readonly type: FieldType
  readonly settings: TableSettings | null | undefined
  /** Maximum number of pages of a table or of records. */
  readonly maxPages?: number
}

/**
 * Returns which part of the document a list is read from: `undefined` for other types, the whole
 * document by default.
 */
export function toListSettings({
  type,
  settings,
  maxPages,
}: ListFieldSettings): ListSettings | undefined {
  if (!isListType(type)) return undefined
  const isBounded = maxPages !== undefined && type !== 'line-item'
  return {
    headers: settings?.headers ?? [],
    startPage: settings?.start_page ?? 0,
    endPage: settings?.end_page ?? 0,
    isByHeaders: settings?.page_filter_strategy === 'header-based',
    isCompressed: settings?.compress_double_space ?? false,
    pageDelimiter: settings?.use_form_feed ? '\f' : (settings?.page_delimiter ?? '<<<'),
    ...omitUndefined({ maxPages: isBounded ? maxPages : undefined }),
  }
}

/** Lists are read from the text of the whole document, so chunking and images of pages are switched off for them. */
export const withoutChunksForLists = <
  Settings extends Pick<AnswerSettings, 'chunkSize' | 'seenPages'>,
>(
  type: FieldType,
  settings: Settings,
): Settings => (isListType(type) ? { ...settings, chunkSize: 0, seenPages: undefined } : settings)
