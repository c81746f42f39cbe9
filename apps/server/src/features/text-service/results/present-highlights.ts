import type { EndpointReply } from '@recto/contract/endpoint'
import type * as api from '@recto/contract/text-service'
import { highlightEntry } from '@recto/document-text/layout/line-table'
import type { Highlights } from './get-highlights.ts'

/** By the line's place in the text. */
export function presentHighlights({
  lines,
  withConfidence,
}: Highlights): EndpointReply<typeof api.getHighlights> {
  return Object.fromEntries(
    lines.map(({ index, row }) => [String(index), highlightEntry(row, { withConfidence })]),
  )
}
