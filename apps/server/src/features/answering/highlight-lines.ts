import {
  lineRow,
  type StudioHighlight,
  studioHighlight,
} from '@recto/document-text/layout/line-table'
import type { PageOutline } from '@recto/document-text/text-writer'
import type { Evidence, EvidenceTree } from '@recto/provider-spec/answer'

export type Highlight =
  | readonly StudioHighlight[]
  | readonly Highlight[]
  | { readonly [key: string]: Highlight }
  | null

/** The older form of the evidence: whole lines, without left and right. It mirrors the value too. */
export function highlightLines(
  document: { readonly pages: readonly PageOutline[] },
  evidence: EvidenceTree,
): Highlight {
  if (evidence === null) return null
  if (isLeaf(evidence)) {
    return evidence.flatMap(({ page: number, boxes }) => {
      const page = document.pages.find((one) => one.number === number) ?? { number, height: 0 }
      // A box of noughts is no place.
      const places = boxes.filter((box) => box.some((edge) => edge !== 0))
      return places.map((box) => studioHighlight(lineRow(page, box)))
    })
  }
  if (isList(evidence)) return evidence.map((one) => highlightLines(document, one))
  const entries = Object.entries(evidence)
  return Object.fromEntries(entries.map(([key, one]) => [key, highlightLines(document, one)]))
}

function isList(evidence: EvidenceTree): evidence is readonly EvidenceTree[] {
  return Array.isArray(evidence)
}

/** A list of places, and not a list of the evidence of a list's items. */
function isLeaf(evidence: EvidenceTree): evidence is readonly Evidence[] {
  if (!isList(evidence)) return false
  return evidence.every((one) => one !== null && !Array.isArray(one) && 'boxes' in one)
}
