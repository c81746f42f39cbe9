import type { Evidence, EvidenceTree, FieldType } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../answer-settings.ts'
import { openReadPages, type ReadDocument } from './read-words-on-page.ts'

type ValueToFind = ReadDocument & {
  readonly question: { readonly key: string; readonly prompt: string; readonly type: FieldType }
  readonly value: string
}

export type LineOfValue = {
  /** The whole line on which the value stands. */
  readonly line: string
  /** The words before the value on its line, and those above it. */
  readonly textBefore: string
  readonly textAbove: string
}

/** Wider than any page, in points. */
const pageWidth = 100_000

/**
 * Reads the words around a value, in any notation, from the text that was read of the document. Costs nothing; `undefined` if the
 * document does not state the value. Throws `ReadError`.
 */
export async function readLineOfValue(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { question, value, ...request }: ValueToFind,
): Promise<LineOfValue | undefined> {
  const text = await openReadPages(ctx, tenant, request)
  const reading = await text.understand({ question, text: value })
  const place = typeof reading === 'object' ? findPlace(reading.evidence) : undefined
  const box = place?.boxes[0]
  if (!place || !box) return undefined
  const [left, top, right, bottom] = box
  const height = bottom - top
  const { page } = place
  const [line, textBefore, textAbove] = await Promise.all([
    text.wordsAt({ page, box: [0, top, pageWidth, bottom] }),
    text.wordsAt({ page, box: [0, top, left, bottom] }),
    text.wordsAt({ page, box: [left - height, top - 2 * height, right + 3 * height, top] }),
  ])
  return { line: line.text, textBefore: textBefore.text, textAbove: textAbove.text }
}

function findPlace(evidence: EvidenceTree): Evidence | undefined {
  if (evidence === null) return undefined
  if ('boxes' in evidence && Array.isArray(evidence.boxes)) return evidence as unknown as Evidence
  for (const part of Object.values(evidence)) {
    const place = findPlace(part as EvidenceTree)
    if (place) return place
  }
  return undefined
}
