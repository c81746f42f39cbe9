import type { DocumentText } from '@recto/document-text/model'
import type { Json, Match } from '@recto/provider-spec/answer'
import type {
  DerivedBy,
  Explanation,
  FoundBy,
  MissingBecause,
  Term,
} from '@recto/provider-spec/explanation'
import type { Passage } from '../align/passage.ts'
import { findIbans } from '../values/ibans.ts'
import { findSirens } from '../values/shapes.ts'
import type { FoundRows } from './rows/found-rows.ts'

/** A mechanism gives it in the place of a finding when it knows why there is none. */
export type Missing = { readonly missing: MissingBecause }

/** Of a finding, what told that it is what was asked. */
type FoundSo = {
  readonly value: Json
  readonly match?: Match
  readonly foundBy?: readonly FoundBy[]
}

/** The finding with what else told of it, behind what is known already. */
export function toldBy<Told extends FoundSo>(found: Told, ...more: readonly FoundBy[]): Told {
  return { ...found, foundBy: [...(found.foundBy ?? []), ...more] }
}

/** A value that follows from words which say something else. */
export function derivedFinding(
  { page, words, box, text }: Passage,
  value: string | boolean,
  by: DerivedBy,
) {
  const found = { value, place: { page, words, box }, match: 'derived' as const }
  return toldBy<typeof found & FoundSo>(found, { kind: 'derived', by, from: text, page })
}

/** The finding with the sum that it adds up in. */
export function addingUpTo<Told extends FoundSo>(
  found: Told,
  whole: Term,
  ...terms: readonly Term[]
): Told {
  return { ...toldBy(found, { kind: 'sum', terms, whole }), addsUp: true }
}

/** How a finding is explained. Pages of mechanisms are indices, as those of passages are; here they become numbers. */
export function explanationOf(document: DocumentText, found: FoundSo): Explanation {
  const [first = { kind: 'concluded', from: 'its place and form' } as const, ...rest] =
    found.foundBy ?? []
  const byChecksum = checksumOf(found.value)
  const isTold = [first, ...rest].some(({ kind }) => kind === 'checksum')
  const all = isTold ? rest : [...rest, ...byChecksum]
  return { found: [numbered(document, first), ...all.map((one) => numbered(document, one))] }
}

export function explanationOfNothing(document: DocumentText, { missing }: Missing): Explanation {
  return { missing: numbered(document, missing) }
}

/** A row stands where its first cell does. */
export function explanationOfRows(
  document: DocumentText,
  { rows, headings = [] }: FoundRows,
): Explanation {
  const [first] = rows.flat(2)
  return { found: [numbered(document, { kind: 'rows', headings, page: first?.page ?? 0 })] }
}

function numbered<Told extends FoundBy | MissingBecause>(
  { pages }: DocumentText,
  told: Told,
): Told {
  return 'page' in told ? { ...told, page: pages[told.page]?.number ?? told.page } : told
}

/** Of numbers whose check digits are part of what they look like. */
function checksumOf(value: Json): readonly FoundBy[] {
  if (typeof value !== 'string') return []
  const isWhole = (found: readonly { readonly value: string }[]) => found[0]?.value === value
  if (isWhole(findIbans(value))) return [{ kind: 'checksum', number: 'iban' }]
  return isWhole(findSirens(`siren ${value}`)) ? [{ kind: 'checksum', number: 'siren' }] : []
}
