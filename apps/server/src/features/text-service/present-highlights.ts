import type { Reply } from '@recto/contract/endpoint'
import type * as api from '@recto/contract/text-service'
import type { PlacedLine } from './get-highlights.ts'

/** By the line's place in the text. */
export function presentHighlights(lines: readonly PlacedLine[]): Reply<typeof api.getHighlights> {
  return Object.fromEntries(lines.map(({ index, row }) => [String(index), presentLine(row)]))
}

function presentLine(raw: api.LineRow) {
  const [page = 0, base_y = 0, height = 0, page_height = 0] = raw
  const percent = (value: number) =>
    page_height === 0 ? 0 : Number(((value / page_height) * 100).toFixed(4))
  return {
    base_y,
    base_y_percent: percent(base_y),
    height,
    height_percent: percent(height),
    page,
    page_height,
    raw,
  }
}
