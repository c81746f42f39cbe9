import type { DocumentText } from '@recto/document-text/model'
import { isAnyNumber } from '@recto/exact-json/exact-number'
import type { Json, Match } from '@recto/provider-spec/answer'
import type {
  DerivedBy,
  Explanation,
  ExplanationFinding,
  MissingReason,
  Term,
} from '@recto/provider-spec/explanation'
import type { Passage } from '../align/passage.ts'
import { findIbans } from '../values/ibans.ts'
import { findSirens } from '../values/shapes.ts'
import { findScale } from './find-scale.ts'
import type { FoundRows } from './found-rows.ts'

/** Returned by a mechanism instead of a finding when it knows why there is none. */
export type MissingAnswer = { readonly missing: MissingReason }

/** The part of a finding that is needed to explain it. */
type ExplainableFinding = {
  readonly value: Json
  readonly match?: Match
  readonly place?: Pick<Passage, 'page' | 'box'>
  readonly foundBy?: readonly ExplanationFinding[]
}

/** Appends reasons to those of a finding. */
export function addReasons<T extends ExplainableFinding>(
  finding: T,
  ...reasons: readonly ExplanationFinding[]
): T {
  return { ...finding, foundBy: [...(finding.foundBy ?? []), ...reasons] }
}

/** Creates a finding for a value that follows from words stating something else. */
export function toDerivedFinding(
  { page, words, box, text }: Passage,
  value: string | boolean,
  derivedBy: DerivedBy,
) {
  const finding = { value, place: { page, words, box }, match: 'derived' as const }
  return addReasons<typeof finding & ExplainableFinding>(finding, {
    kind: 'derived',
    by: derivedBy,
    from: text,
    page,
  })
}

/** Marks a finding as part of a sum that adds up, and adds the sum as a reason. */
export function markAsAddingUp<T extends ExplainableFinding>(
  finding: T,
  whole: Term,
  ...terms: readonly Term[]
): T {
  return { ...addReasons(finding, { kind: 'sum', terms, whole }), addsUp: true }
}

/** Explains a finding. Converts page indices, as used in passages, to page numbers. */
export function toExplanation(document: DocumentText, finding: ExplainableFinding): Explanation {
  const [first = { kind: 'concluded', from: 'its position and format' } as const, ...rest] =
    finding.foundBy ?? []
  const byChecksum = findChecksumReasons(finding.value)
  const mentionsChecksum = [first, ...rest].some(({ kind }) => kind === 'checksum')
  const all = [
    ...(mentionsChecksum ? rest : [...rest, ...byChecksum]),
    ...findScaleReasons(document, finding),
  ]
  return {
    found: [withPageNumber(document, first), ...all.map((one) => withPageNumber(document, one))],
  }
}

export function toMissingExplanation(
  document: DocumentText,
  { missing: reason }: MissingAnswer,
): Explanation {
  return { missing: withPageNumber(document, reason) }
}

/** The page of the rows is that of the first cell. */
export function toRowsExplanation(
  document: DocumentText,
  { rows, headings = [] }: FoundRows,
): Explanation {
  const [first] = rows.flat(2)
  const rowsReason = { kind: 'rows', headings, page: first?.page ?? 0 } as const
  const scale = first && findScale(document, first)
  const scaleReasons = scale ? [{ kind: 'scale', ...scale } as const] : []
  return {
    found: [
      withPageNumber(document, rowsReason),
      ...scaleReasons.map((one) => withPageNumber(document, one)),
    ],
  }
}

function withPageNumber<T extends ExplanationFinding | MissingReason>(
  { pages }: DocumentText,
  reason: T,
): T {
  return 'page' in reason ? { ...reason, page: pages[reason.page]?.number ?? reason.page } : reason
}

/** Numbers are given as they are printed, so the explanation states their unit. */
function findScaleReasons(
  document: DocumentText,
  { value, place }: ExplainableFinding,
): readonly ExplanationFinding[] {
  const scale = isAnyNumber(value) && place ? findScale(document, place) : undefined
  return scale ? [{ kind: 'scale', ...scale }] : []
}

/** Adds a reason for numbers whose check digits are part of their pattern. */
function findChecksumReasons(value: Json): readonly ExplanationFinding[] {
  if (typeof value !== 'string') return []
  const isWhole = (matches: readonly { readonly value: string }[]) => matches[0]?.value === value
  if (isWhole(findIbans(value))) return [{ kind: 'checksum', number: 'iban' }]
  return isWhole(findSirens(`siren ${value}`)) ? [{ kind: 'checksum', number: 'siren' }] : []
}
