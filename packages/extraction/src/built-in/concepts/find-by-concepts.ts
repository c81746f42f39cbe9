import { omitUndefined } from '@recto/omit-undefined'
import type { ExplanationFinding } from '@recto/provider-spec/explanation'
import type { BusinessField } from '../../labels/business-fields.ts'
import type { FieldQuestion } from '../field-question.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import type { Finding } from '../read-typed-value.ts'
import { findInSentences } from './find-in-sentences.ts'
import { getSlots, type Slot } from './find-slots.ts'
import { type MeaningToken, toMeaningTokens } from './meaning-tokens.ts'
import { getTokensOfField, hasKey, type MeantQuestion, toMeantQuestion } from './meant-question.ts'
import { readSlot } from './read-slot.ts'
import { scoreSlot } from './score-slot.ts'

export type ConceptFinding = Finding & { readonly score: number }

/** Below this score, a value more likely answers another question. */
const minScore = 0.62
/** The same for a field that has labels of its own, none of which the document has. */
const minFieldScore = 0.82
/** Parts of an address and names of parties, which their position shows better than a label. */
const positionFields: ReadonlySet<string | undefined> = new Set([
  'street',
  'city',
  'postcode',
  'seller-name',
  'customer-name',
  'delivery-name',
  'bank-name',
])
/** Another value with nearly the same score makes the answer uncertain. */
const minLead = 0.035

/**
 * Finds the value whose label, row and column say together what the question asks for, in whatever
 * language and words. Finds nothing when two values fit alike.
 */
export function findByConcepts(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): ConceptFinding | undefined {
  const question = toMeantQuestion(fieldQuestion.question, preparedDocument.dateOrder)
  if (question.required.length === 0 || positionFields.has(fieldQuestion.field?.name))
    return undefined
  const { field } = fieldQuestion
  const isOfField = field && !namesOther(question, field)
  const minimum = isOfField ? minFieldScore : minScore
  const slots = getSlots(preparedDocument)
    .map((slot) => ({ slot, score: scoreSlot(slot, question) }))
    .filter(({ score }) => score >= minimum)
    .toSorted((a, b) => b.score - a.score)
  const inSlots = readBestSlot(preparedDocument, slots, fieldQuestion)
  if (inSlots !== 'none') return inSlots
  const inSentence = findInSentences(preparedDocument, question)
  return inSentence && inSentence.score >= minimum ? inSentence : undefined
}

/** Whether a question names a thing that no word for its field means: a notice period is no period. */
const namesOther = ({ required }: MeantQuestion, field: BusinessField): boolean =>
  required.some((token) => token.group === 'things' && !hasKey(getTokensOfField(field), token))

type ScoredSlot = { readonly slot: Slot; readonly score: number }

/** Reads the slot that fits best, if none that fits nearly as well has another value. */
function readBestSlot(
  preparedDocument: PreparedDocument,
  slots: readonly ScoredSlot[],
  fieldQuestion: FieldQuestion,
): ConceptFinding | undefined | 'none' {
  let best: (ScoredSlot & { readonly finding: Finding }) | undefined
  for (const { slot, score } of slots) {
    if (best && score < best.score - minLead) break
    const finding = readSlot(preparedDocument, slot, fieldQuestion)
    if (!finding) continue
    best ??= { slot, score, finding }
    if (best.finding.value !== finding.value && !isSameLabel(best.slot, slot)) return undefined
  }
  return best ? toFoundBySlot(best, fieldQuestion, preparedDocument) : 'none'
}

function toFoundBySlot(
  { slot, score, finding }: ScoredSlot & { readonly finding: Finding },
  { question }: FieldQuestion,
  { dateOrder }: PreparedDocument,
): ConceptFinding {
  const reason = toReason(slot, toMeantQuestion(question, dateOrder))
  return { ...finding, foundBy: [reason, ...(finding.foundBy ?? [])], score }
}

/** A label with a value beside it and another below means the one that fits better. */
const isSameLabel = (a: Slot, b: Slot): boolean =>
  a.heading === undefined &&
  b.pair?.relation === 'below' &&
  a.label.page === b.label.page &&
  a.label.words[0] === b.label.words[0]

export function toReason(
  { label, labelTokens, pair }: Slot,
  question: MeantQuestion,
): ExplanationFinding {
  const { text, page } = label
  const isMeant: true | undefined = question.required.every(({ keys }) =>
    labelTokens.some((token) =>
      token.keys.some((key) => key.startsWith('=') && keys.includes(key)),
    ),
  )
    ? undefined
    : true
  const relation = pair?.relation ?? 'right'
  return {
    kind: 'label',
    label: text,
    page,
    relation,
    ...omitUndefined({ isMeant }),
  }
}

const maxLabelWords = 10

/**
 * Whether everything that a question asks for is said in the row of a value or by its label, so
 * that it is not a value of another year, party or rate.
 */
export function isSaidOf(
  { rows, dateOrder }: PreparedDocument,
  { place, foundBy = [] }: Finding,
  question: FieldQuestion['question'],
  field?: FieldQuestion['field'],
): boolean {
  // The embedding model compared the whole question with the label.
  if (foundBy.some((reason) => reason.kind === 'label' && reason.isMeant)) return true
  const { required } = toMeantQuestion(question, dateOrder)
  const ownTokens = field ? getTokensOfField(field) : []
  const specific = required.filter(
    (token) =>
      token.group !== 'contexts' && token.group !== 'roles' && !isAmountWithTax(token, ownTokens),
  )
  const roles = required.filter(({ group }) => group === 'roles')
  const isNamed = (token: MeaningToken) =>
    rows.some(({ cells }) =>
      cells.some(
        ({ text, words }) => words.length <= maxLabelWords && hasKey(toMeaningTokens(text), token),
      ),
    )
  if (!roles.every(isNamed)) return false
  const tokens = getTokensBeside({ rows, dateOrder }, { place, foundBy })
  return specific.every((token) => hasKey(tokens, token))
}

/** A total includes the tax and a net amount does not, also where its label does not say so. */
const isAmountWithTax = (token: MeaningToken, ownTokens: readonly MeaningToken[]): boolean =>
  token.keys.some((key) => key === 'gross' || key === 'net') && hasKey(ownTokens, token)

/** Returns the meaning of the label of a value and of the rest of its row. */
export function getTokensBeside(
  { rows, dateOrder }: Pick<PreparedDocument, 'rows' | 'dateOrder'>,
  { place, foundBy = [] }: Pick<Finding, 'place' | 'foundBy'>,
): readonly MeaningToken[] {
  const [word] = place.words
  const row = rows.find(
    ({ page, cells }) =>
      page === place.page && cells.some(({ words }) => words.includes(word ?? -1)),
  )
  const labels = foundBy.map((reason) => (reason.kind === 'label' ? reason.label : ''))
  const texts = [...labels, ...(row?.cells.map(({ text }) => text) ?? [])]
  return texts.flatMap((text) => toMeaningTokens(text, dateOrder))
}
