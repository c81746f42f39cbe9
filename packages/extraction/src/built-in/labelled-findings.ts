import type { FieldType } from '@recto/provider-spec/answer'
import type { FoundBy, LabelRelation } from '@recto/provider-spec/explanation'
import type { Passage } from '../align/passage.ts'
import { type BusinessField, businessFields, type FieldKind } from '../labels/business-fields.ts'
import type { LabelValue } from '../labels/label-value.ts'
import { phraseMatch } from '../labels/phrases.ts'
import type { Pair, PreparedDocument } from './prepare-document.ts'
import type { FieldQuestion } from './question-field.ts'
import { closeness, type SaidWords, saidWordsOf } from './said-words.ts'
import { type Finding, isAmountOf } from './typed-value.ts'
import { valueBeside } from './value-beside.ts'

export type Scored = Finding & {
  /** 0 to 1. */
  readonly score: number
  /** Where the value stands as seen from its label, if a label told. */
  readonly relation?: LabelRelation
  /** The label's words. */
  readonly label?: string
}

/** How sure it is that a value at such a place belongs to the label. */
const trust: Readonly<Record<LabelRelation, number>> = {
  'after-colon': 1,
  inline: 0.97,
  right: 0.93,
  'row-end': 0.94,
  below: 0.85,
  'in-sentence': 0.75,
}

/**
 * The values beside labels that say exactly the words of a question, though they name another field or none: `Nettoverdienst`. None
 * where the label that names the field says the same words.
 */
export function echoFindings(prepared: PreparedDocument, asked: FieldQuestion): readonly Scored[] {
  const { field, question, words } = asked
  if (!field) return []
  const same = prepared.pairs.filter(({ phrase, brief }) =>
    words.some((one) =>
      [phrase, brief].some((label) => isEcho(saidWordsOf(label), saidWordsOf(one), question.type)),
    ),
  )
  const isPlain = ({ fields }: Pair) => (fields.get(field.name) ?? 0) >= plainly
  const isOfSum = ({ phrase }: Pair) => field.kind === 'amount' && phrase.length > 1
  if (same.some((pair) => isPlain(pair) && !isOfSum(pair))) return []
  return same.flatMap((pair) => {
    if (pair.relation === 'below' && isAmountOf(field.kind)) return []
    const found = valueBeside(prepared, pair, asked) ?? textBeside(prepared, pair, asked)
    return found ? [scoredBeside(pair, found, { match: 1, isMeant: false })] : []
  })
}

/** Where no number of the usual form stands beside a label that names no field, all that does: `812 345 678 00019`. */
function textBeside(
  prepared: PreparedDocument,
  pair: Pair,
  { field, ...asked }: FieldQuestion,
): Finding | undefined {
  const isOfAnyForm = field !== undefined && ofAnyForm.has(field.kind)
  if (asked.question.type !== 'text' || pair.known >= plainly || !isOfAnyForm) return undefined
  const found = valueBeside(prepared, pair, { ...asked, field: undefined })
  return found && (ofWords.has(field.kind) || /\d/.test(String(found.value))) ? found : undefined
}

const ofWords: ReadonlySet<FieldKind> = new Set<FieldKind>(['text', 'address'])
const ofAnyForm: ReadonlySet<FieldKind> = new Set<FieldKind>([
  ...(['identifier', 'account', 'siren'] as const),
  ...ofWords,
])

/** So well a label names a field that there is nothing to look further for. */
const plainly = 0.95

/** An amount is more than what it is of. */
function isEcho(label: SaidWords, asked: SaidWords, type: FieldType): boolean {
  const isSameForm = label.forms.has('amount') === asked.forms.has('amount')
  return isSameForm && closeness(label, asked, type) === 1
}

/** Below this cosine similarity, short labels are near one another by chance. */
const minNearness = 0.75

/** Words that a question adds to a label without changing what it means. */
const generic = new Set('date amount number value name total details code text count'.split(' '))

/** The values whose labels name what is asked, the best first, then in reading order. */
export function labelledFindings(
  prepared: PreparedDocument,
  asked: FieldQuestion,
  meanings?: ReadonlyMap<Pair, number>,
): readonly Scored[] {
  return lookAtLabels(prepared, asked, meanings).scored
}

/** The first label that says what is asked while nothing beside it can be such a value. */
export function labelOfNothing(
  prepared: PreparedDocument,
  asked: FieldQuestion,
  meanings?: ReadonlyMap<Pair, number>,
): Passage | undefined {
  return lookAtLabels(prepared, asked, meanings).bare
}

type Labels = { readonly scored: readonly Scored[]; readonly bare: Passage | undefined }
type LookedAt = Labels & Pick<PreparedDocument, 'pairs'> & { readonly meanings: unknown }

/** A question without an answer is asked once more, for the reason. */
const lookedAt = new WeakMap<FieldQuestion, LookedAt>()

function lookAtLabels(
  prepared: PreparedDocument,
  asked: FieldQuestion,
  meanings: ReadonlyMap<Pair, number> | undefined,
): Labels {
  const { pairs } = prepared
  const before = lookedAt.get(asked)
  if (before?.pairs === pairs && before.meanings === meanings) return before
  const scored: Scored[] = []
  let bare: Passage | undefined
  for (const pair of pairs) {
    const said = saidMatch(pair, asked)
    const match = Math.max(said, meantMatch(meanings?.get(pair)))
    const found = match > 0.5 ? valueBeside(prepared, pair, asked) : undefined
    if (found) scored.push(scoredBeside(pair, found, { match, isMeant: said < match }))
    else if (match > surely) bare ??= pair.label
  }
  scored.sort((a, b) => b.score - a.score)
  const labels = { scored, bare, pairs, meanings }
  lookedAt.set(asked, labels)
  return labels
}

/** So well a label says what is asked that it is missed when it says nothing. */
const surely = 0.8

type Matched = { readonly match: number; readonly isMeant: boolean }

function scoredBeside(pair: Pair, found: Finding, { match, isMeant }: Matched): Scored {
  const { relation, label } = pair
  const foundBy = [besideLabel(pair, isMeant), ...(found.foundBy ?? [])]
  return { ...found, score: match * trust[relation], relation, label: label.text, foundBy }
}

function saidMatch(pair: Pair, asked: FieldQuestion): number {
  return asked.field ? fieldMatchOf(pair, asked.field) : ownMatchOf(pair, asked)
}

function besideLabel({ label, relation }: LabelValue, isMeant: boolean): FoundBy {
  const { text, page } = label
  return { kind: 'label', label: text, page, relation, ...(isMeant && { isMeant }) }
}

/** Nothing when the label names another field better: `Due date` is no `Date`. */
function fieldMatchOf(pair: Pair, field: BusinessField): number {
  const match = pair.fields.get(field.name) ?? 0
  if (match < pair.known - 0.01) return 0
  return match < 0.95 && isAmountOf(field.kind) && namesOtherAmount(pair, field) ? 0 : match
}

/** `Total deposits` names a total no better than deposits. */
function namesOtherAmount({ fields, known }: Pair, { name }: BusinessField): boolean {
  return businessFields.some(
    (other) =>
      other.name !== name &&
      isAmountOf(other.kind) &&
      (fields.get(other.name) ?? 0) >= known - 0.01,
  )
}

/** Nearness in meaning counts only when it is great, and less than the words themselves. */
function meantMatch(nearness = 0): number {
  return nearness < minNearness ? 0 : 0.9 * nearness
}

function ownMatchOf(
  { phrase, brief, known, relation }: Pair,
  { words, question }: FieldQuestion,
): number {
  const isInText = relation === 'inline' || relation === 'in-sentence'
  if (isInText && phrase.length > mostWordsInText) return 0
  const label = saidWordsOf(phrase)
  const match = Math.max(
    0,
    ...words.flatMap((asked) => [
      ownMatch(phrase, asked),
      closeness(label, saidWordsOf(asked), question.type),
      briefly * closeness(saidWordsOf(brief), saidWordsOf(asked), question.type),
    ]),
  )
  return match >= known - 0.01 ? match : 0
}

/** What a label adds may be what tells it from another. */
const briefly = 0.95

/** What begins with more words before a number is a sentence. */
const mostWordsInText = 4

function ownMatch(label: readonly string[], asked: readonly string[]): number {
  return isSaidButGeneric(label, asked) ? 0.85 : phraseMatch(label, asked)
}

/** The label leaves out words that are asked for, and all of them are generic. */
function isSaidButGeneric(label: readonly string[], asked: readonly string[]): boolean {
  const { all, specific } = askedWords(asked)
  if (label.length === 0 || specific.length > label.length) return false
  if (!label.every((word) => all.has(word))) return false
  return all.size > new Set(label).size && specific.every((word) => label.includes(word))
}

type AskedWords = { readonly all: ReadonlySet<string>; readonly specific: readonly string[] }

/** A question is compared with every label of a document. */
const known = new WeakMap<readonly string[], AskedWords>()

function askedWords(asked: readonly string[]): AskedWords {
  const before = known.get(asked)
  if (before) return before
  const all = new Set(asked)
  const words = { all, specific: [...all].filter((word) => !generic.has(word)) }
  known.set(asked, words)
  return words
}
