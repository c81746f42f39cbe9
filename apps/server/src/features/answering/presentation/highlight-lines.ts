import {
  lineRow,
  type StudioHighlight,
  studioHighlight,
} from '@recto/document-text/layout/line-table'
import type { PageOutline } from '@recto/document-text/text-writer'
import type { Evidence, EvidenceTree } from '@recto/provider-spec/answer'

export type HighlightTree =
  | readonly StudioHighlight[]
  | readonly HighlightTree[]
  | { readonly [key: string]: HighlightTree }
  | null

/**
 * Converts evidence to the older format: whole lines, without left and right edges, in the shape of
 * the value.
 */
export function highlightLines(
  document: { readonly pages: readonly PageOutline[] },
  evidence: EvidenceTree,
): HighlightTree {
  if (evidence === null) return null
  if (isLeaf(evidence)) {
    return evidence.flatMap(({ page: number, boxes }) => {
      const page = document.pages.find((one) => one.number === number) ?? { number, height: 0 }
      // An all-zero box has no position.
      const realBoxes = boxes.filter((box) => box.some((edge) => edge !== 0))
      return realBoxes.map((box) => studioHighlight(lineRow(page, box)))
    })
  }
  if (isList(evidence)) return evidence.map((item) => highlightLines(document, item))
  const entries = Object.entries(evidence)
  return Object.fromEntries(entries.map(([key, part]) => [key, highlightLines(document, part)]))
}

function isList(evidence: EvidenceTree): evidence is readonly EvidenceTree[] {
  return Array.isArray(evidence)
}

/** Whether this is the evidence of one value, not a list of the evidence of several. */
function isLeaf(evidence: EvidenceTree): evidence is readonly Evidence[] {
  if (!isList(evidence)) return false
  return evidence.every((one) => one !== null && !Array.isArray(one) && 'boxes' in one)
}
