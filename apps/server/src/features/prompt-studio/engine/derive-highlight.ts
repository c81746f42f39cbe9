import type { Box, DocumentText } from '@recto/document-text/model'
import type { Evidence, EvidenceTree } from '@recto/provider-spec/answer'

/** `[page, line position, page height, line height]`, the position being the line's lower edge. */
export type HighlightRow = readonly [number, number, number, number]
export type Highlight =
  | readonly HighlightRow[]
  | readonly Highlight[]
  | { readonly [key: string]: Highlight }
  | null

/** Highlights are measured on a page that was drawn at 288 dots an inch; a point is 1/72 inch. */
const dotsPerPoint = 288 / 72

/** The older form of the evidence: whole lines, without left and right. It mirrors the value too. */
export function deriveHighlight(document: DocumentText, evidence: EvidenceTree): Highlight {
  if (evidence === null) return null
  if (isLeaf(evidence)) {
    return evidence.flatMap(({ page, boxes }) =>
      boxes.map((box) => rowOf(page, box, document.pages[page]?.height ?? 0)),
    )
  }
  if (isList(evidence)) return evidence.map((one) => deriveHighlight(document, one))
  const entries = Object.entries(evidence)
  return Object.fromEntries(entries.map(([key, one]) => [key, deriveHighlight(document, one)]))
}

function rowOf(page: number, [, top, , bottom]: Box, pageHeight: number): HighlightRow {
  const dots = (points: number) => Math.round(points * dotsPerPoint)
  return [page, dots(bottom), dots(pageHeight), dots(bottom - top)]
}

function isList(evidence: EvidenceTree): evidence is readonly EvidenceTree[] {
  return Array.isArray(evidence)
}

/** A list of places, and not a list of the evidence of a list's items. */
function isLeaf(evidence: EvidenceTree): evidence is readonly Evidence[] {
  if (!isList(evidence)) return false
  return evidence.every((one) => one !== null && !Array.isArray(one) && 'boxes' in one)
}
