import type * as api from '@recto/contract/text-service/text-service'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { highlightEntry } from '@recto/document-text/layout/line-table'
import type { Highlights } from './get-highlights.ts'

/** Presents the lines by their index in the text. */
export function presentHighlights({
  lines,
  withConfidence,
}: Highlights): EndpointReply<typeof api.getHighlights> {
  return Object.fromEntries(
    lines.map(({ index, row }) => [String(index), highlightEntry(row, { withConfidence })]),
  )
}
