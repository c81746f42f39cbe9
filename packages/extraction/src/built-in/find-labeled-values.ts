import { omitUndefined } from '@recto/omit-undefined'
import type { FieldType } from '@recto/provider-spec/answer'
import type { ExplanationFinding, LabelRelation } from '@recto/provider-spec/explanation'
import type { Passage } from '../align/passage.ts'
import { type BusinessField, businessFields, type FieldKind } from '../labels/business-fields.ts'
import type { LabelValue } from '../labels/label-value.ts'
import { scorePhrase } from '../labels/phrases.ts'
import { findVatIds } from '../values/shapes.ts'
import { type ClassifiedWords, getClassifiedWords, scoreCloseness } from './classify-words.ts'
import type { FieldQuestion } from './field-question.ts'
import type { LabelPair, PreparedDocument } from './prepare-document.ts'
import { readLabeledValue } from './read-labeled-value.ts'
import { type Finding, isAmountKind } from './read-typed-value.ts'

export type ScoredFinding = Finding & {
  /** How well the label matches the question and how reliable its position is, 0 to 1. */
  readonly score: number
  /** Position of the value relative to its label, if it has one. */
  readonly relation?: LabelRelation
  /** Text of the label. */
  readonly label?: string
}

/** Weight of the position of a value: the likelihood that it belongs to the label. */
const trustByRelation: Readonly<Record<LabelRelation, number>> = {
  'after-colon': 1,
  inline: 0.97,
  right: 0.93,
  'row-end': 0.94,
  below: 0.85,
  'in-sentence': 0.75,
}

/** A label with at least this score names the field clearly. */
const plainLabelScore = 0.95

/**
 * Finds the values beside labels that repeat the exact words of a question, although they name
 * another field or none: `Nettoverdienst`. Finds none when a label that clearly names the field
 * also has these words.
 */
export function findEchoes(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): readonly ScoredFinding[] {
  const { field, question, phrases } = fieldQuestion
  if (!field) return []
  const echoPairs = preparedDocument.pairs.filter(({ phrase, briefPhrase }) =>
    phrases.some((one) =>
      [phrase, briefPhrase].some((label) =>
        isEcho(getClassifiedWords(label), getClassifiedWords(one), question.type),
      ),
    ),
  )
  const isPlain = ({ fieldScores }: LabelPair) =>
    (fieldScores.get(field.name) ?? 0) >= plainLabelScore
  const isOfSum = ({ phrase }: LabelPair) => field.kind === 'amount' && phrase.length > 1
  if (echoPairs.some((pair) => isPlain(pair) && !isOfSum(pair))) return []
  return echoPairs
    .map((pair) => {
      if (pair.relation === 'below' && isAmountKind(field.kind)) return undefined
      const finding =
        readLabeledValue(preparedDocument, pair, fieldQuestion) ??
        readLabeledText(preparedDocument, pair, fieldQuestion)
      return finding ? toScoredFinding(pair, finding, { match: 1, isMeant: false }) : undefined
    })
    .filter((value) => value !== undefined)
}

const wordKinds: ReadonlySet<FieldKind> = new Set<FieldKind>(['text', 'address'])

const freeFormKinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'identifier',
  'account',
  'siren',
  ...wordKinds,
])

/**
 * Reads any text beside a label that names no field, when the usual pattern does not match: `812
 * 345 678 00019`.
 */
function readLabeledText(
  preparedDocument: PreparedDocument,
  pair: LabelPair,
  { field, ...fieldQuestion }: FieldQuestion,
): Finding | undefined {
  const isOfAnyForm = field !== undefined && freeFormKinds.has(field.kind)
  if (
    fieldQuestion.question.type !== 'text' ||
    pair.bestFieldScore >= plainLabelScore ||
    !isOfAnyForm
  )
    return undefined
  const finding = readLabeledValue(preparedDocument, pair, { ...fieldQuestion, field: undefined })
  return finding && (wordKinds.has(field.kind) || /\d/.test(String(finding.value)))
    ? finding
    : undefined
}

/** A label for an amount does not repeat a question about the thing it belongs to. */
function isEcho(label: ClassifiedWords, question: ClassifiedWords, type: FieldType): boolean {
  const isSameForm = label.forms.has('amount') === question.forms.has('amount')
  return isSameForm && scoreCloseness(label, question, type) === 1
}

/** Below this cosine similarity, short labels are similar by chance. */
const minNearness = 0.75

/** Words that a question adds to a label without changing its meaning. */
const genericWords = new Set(
  'date amount number value name total details code text count'.split(' '),
)

/** Finds the values whose labels match the question, best first, then in reading order. */
export function findLabeledValues(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  meanings?: ReadonlyMap<LabelPair, number>,
): readonly ScoredFinding[] {
  return matchLabels(preparedDocument, fieldQuestion, meanings).findings
}

/** Finds the first label that matches the question but has no suitable value beside it. */
export function findEmptyLabel(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  meanings?: ReadonlyMap<LabelPair, number>,
): Passage | undefined {
  return matchLabels(preparedDocument, fieldQuestion, meanings).emptyLabel
}

type LabelMatches = {
  readonly findings: readonly ScoredFinding[]
  readonly emptyLabel: Passage | undefined
}
type CachedMatches = LabelMatches & Pick<PreparedDocument, 'pairs'> & { readonly meanings: unknown }

/** Cached because the reason for a missing answer needs the same matches again. */
const matchesByQuestion = new WeakMap<FieldQuestion, CachedMatches>()

/** Minimum score of a label for its missing value to be reported. */
const minEmptyLabelScore = 0.8

function matchLabels(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
  meanings: ReadonlyMap<LabelPair, number> | undefined,
): LabelMatches {
  const { pairs } = preparedDocument
  const cachedMatches = matchesByQuestion.get(fieldQuestion)
  if (cachedMatches?.pairs === pairs && cachedMatches.meanings === meanings) return cachedMatches
  const findings: ScoredFinding[] = []
  let emptyLabel: Passage | undefined
  for (const pair of pairs) {
    const wordScore = scoreByWords(pair, fieldQuestion)
    const match = Math.max(wordScore, scoreByMeaning(meanings?.get(pair)))
    const finding =
      match > 0.5 ? readLabeledValue(preparedDocument, pair, fieldQuestion) : undefined
    if (finding)
      findings.push(toScoredFinding(pair, finding, { match, isMeant: wordScore < match }))
    else if (match > minEmptyLabelScore) emptyLabel ??= pair.label
  }
  findings.sort((a, b) => b.score - a.score)
  const labels = { findings, emptyLabel, pairs, meanings }
  matchesByQuestion.set(fieldQuestion, labels)
  return labels
}

type LabelScore = { readonly match: number; readonly isMeant: boolean }

function toScoredFinding(
  pair: LabelPair,
  finding: Finding,
  { match, isMeant }: LabelScore,
): ScoredFinding {
  const { relation, label } = pair
  const foundBy = [toLabelReason(pair, isMeant), ...(finding.foundBy ?? [])]
  return {
    ...finding,
    score: match * trustByRelation[relation] * rateForm(pair, finding),
    relation,
    label: label.text,
    foundBy,
  }
}

/** Weight of a number beside a label for a VAT ID that has no country, like a tax number. */
const plainTaxNumberWeight = 0.9

/** A label for a tax number can mean a VAT ID, but one with the form of a VAT ID is preferred. */
function rateForm({ fieldScores }: LabelPair, { value }: Finding): number {
  const isOfVatId = (fieldScores.get('vat-id') ?? 0) >= plainLabelScore
  return isOfVatId && findVatIds(String(value)).length === 0 ? plainTaxNumberWeight : 1
}

function scoreByWords(pair: LabelPair, fieldQuestion: FieldQuestion): number {
  return fieldQuestion.field
    ? scoreByField(pair, fieldQuestion.field)
    : scoreByOwnWords(pair, fieldQuestion)
}

function toLabelReason({ label, relation }: LabelValue, isMeant: boolean): ExplanationFinding {
  const { text, page } = label
  return {
    kind: 'label',
    label: text,
    page,
    relation,
    ...omitUndefined({ isMeant: isMeant || undefined }),
  }
}

/** Returns 0 when the label names another field better: `Due date` is not the `Date`. */
function scoreByField(pair: LabelPair, field: BusinessField): number {
  const match = pair.fieldScores.get(field.name) ?? 0
  if (match < pair.bestFieldScore - 0.01) return 0
  return match < 0.95 && isAmountKind(field.kind) && namesOtherAmount(pair, field) ? 0 : match
}

/** `Total deposits` names the deposits as much as a total. */
function namesOtherAmount(
  { fieldScores, bestFieldScore }: LabelPair,
  { name }: BusinessField,
): boolean {
  return businessFields.some(
    (otherField) =>
      otherField.name !== name &&
      isAmountKind(otherField.kind) &&
      (fieldScores.get(otherField.name) ?? 0) >= bestFieldScore - 0.01,
  )
}

/** Similarity of meaning only counts when it is high, and less than the words themselves. */
function scoreByMeaning(nearness = 0): number {
  return nearness < minNearness ? 0 : 0.9 * nearness
}

/**
 * Weight of the label without its addition, because the addition can distinguish it from another
 * label.
 */
const briefWeight = 0.95

/** Text with more words before a number is a sentence. */
const maxWordsInText = 4

function scoreByOwnWords(
  { phrase, briefPhrase, bestFieldScore, relation }: LabelPair,
  { phrases, question }: FieldQuestion,
): number {
  const isInText = relation === 'inline' || relation === 'in-sentence'
  if (isInText && phrase.length > maxWordsInText) return 0
  const label = getClassifiedWords(phrase)
  const match = Math.max(
    0,
    ...phrases.flatMap((questionPhrase) => [
      scoreWords(phrase, questionPhrase),
      scoreCloseness(label, getClassifiedWords(questionPhrase), question.type),
      briefWeight *
        scoreCloseness(
          getClassifiedWords(briefPhrase),
          getClassifiedWords(questionPhrase),
          question.type,
        ),
    ]),
  )
  return match >= bestFieldScore - 0.01 ? match : 0
}

function scoreWords(label: readonly string[], questionPhrase: readonly string[]): number {
  return omitsOnlyGenericWords(label, questionPhrase) ? 0.85 : scorePhrase(label, questionPhrase)
}

/** Whether the label omits words of the question, all of which are generic. */
function omitsOnlyGenericWords(
  label: readonly string[],
  questionPhrase: readonly string[],
): boolean {
  const { allWords, specificWords } = getQuestionWords(questionPhrase)
  if (label.length === 0 || specificWords.length > label.length) return false
  if (!label.every((word) => allWords.has(word))) return false
  return allWords.size > new Set(label).size && specificWords.every((word) => label.includes(word))
}

type QuestionWords = {
  readonly allWords: ReadonlySet<string>
  readonly specificWords: readonly string[]
}

/** Cached because a question is compared with every label of a document. */
const questionWordsCache = new WeakMap<readonly string[], QuestionWords>()

function getQuestionWords(questionPhrase: readonly string[]): QuestionWords {
  const cachedWords = questionWordsCache.get(questionPhrase)
  if (cachedWords) return cachedWords
  const allWords = new Set(questionPhrase)
  const specificWords = [...allWords].filter((word) => !genericWords.has(word))
  const words = { allWords, specificWords }
  questionWordsCache.set(questionPhrase, words)
  return words
}
