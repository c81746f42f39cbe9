import { type Passage, slicePassage } from '../../align/passage.ts'
import { type FoundDateRange, findDateRanges } from '../../values/find-date-ranges.ts'
import type { DateOrder } from '../../values/parse-date.ts'
import { addReasons } from '../explanations.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type Finding, toFinding } from '../read-typed-value.ts'
import { getSentences } from '../sentences.ts'
import { getSectionTokens } from './find-slots.ts'
import { type MeaningToken, toMeaningTokens } from './meaning-tokens.ts'
import { hasKey, type MeantQuestion } from './meant-question.ts'
import { findSentenceValues, type SentenceValue } from './sentence-values.ts'

type SentenceFinding = Finding & { readonly score: number }

/** Below this score, the words belong to another value. */
const minScore = 0.62
const minLead = 0.035

/** Groups of words that name something, and do not only say when or how much of it. */
const namingGroups: ReadonlySet<string> = new Set(['things', 'roles', 'contexts', 'word', 'number'])

/**
 * Finds the value in running text whose own clause says what the question asks for: the words
 * before it, back to the value before, and those after it, up to the next one.
 */
export function findInSentences(
  preparedDocument: PreparedDocument,
  question: MeantQuestion,
): SentenceFinding | undefined {
  // A sentence about the year before says nothing of what is only called a total.
  if (!question.tokens.some(({ group }) => namingGroups.has(group))) return undefined
  const findings = getStatements(preparedDocument)
    .filter(({ tokens }) => question.required.some((token) => hasKey(tokens, token)))
    .flatMap((statement) => findInStatement(preparedDocument, statement, question))
    .filter(({ score }) => score >= minScore)
    .toSorted((a, b) => b.score - a.score)
  const [best] = findings
  const isUnclear = findings.some(
    ({ value, score }) => best && value !== best.value && score > best.score - minLead,
  )
  return isUnclear ? undefined : best
}

type Statement = {
  readonly passage: Passage
  readonly tokens: readonly MeaningToken[]
  readonly sectionTokens: readonly MeaningToken[]
}

const statementsByDocument = new WeakMap<PreparedDocument, readonly Statement[]>()
const minWords = 3

/** The sentences of a document, and the cells with several words that no sentence contains. */
export function getStatements(preparedDocument: PreparedDocument): readonly Statement[] {
  const cachedStatements = statementsByDocument.get(preparedDocument)
  if (cachedStatements) return cachedStatements
  const sentences = getSentences(preparedDocument)
  const coveredWords = new Set(
    sentences.flatMap(({ page, words }) => words.map((word) => `${page}:${word}`)),
  )
  const cells = preparedDocument.rows
    .flatMap((row) => row.cells)
    .filter(
      ({ page, words }) => words.length >= minWords && !coveredWords.has(`${page}:${words[0]}`),
    )
  const statements = [...sentences, ...cells].map((passage) => ({
    passage,
    tokens: toMeaningTokens(passage.text, preparedDocument.dateOrder),
    sectionTokens: getSectionTokens(preparedDocument, passage),
  }))
  statementsByDocument.set(preparedDocument, statements)
  return statements
}

export type Clause = {
  readonly value: SentenceValue
  readonly before: string
  readonly after: string
  readonly isFormer: boolean
  readonly isNew: boolean
  /** Which end of a range of days it is: `from 1 to 31 May`. */
  readonly rangeEnd?: 'start' | 'end' | undefined
}

function findInStatement(
  preparedDocument: PreparedDocument,
  { passage }: Statement,
  question: MeantQuestion,
): readonly SentenceFinding[] {
  const { document, decimalMark, dateOrder } = preparedDocument
  const values = findSentenceValues(passage.text, question, { mark: decimalMark, order: dateOrder })
  return toClauses(passage.text, values, dateOrder)
    .map((clause) => {
      const score = scoreClause(clause, passage.text, question, preparedDocument)
      const { start, end } = clause.value
      const part = score >= minScore ? slicePassage(document, passage, start, end) : undefined
      if (!part) return undefined
      return { ...toClauseFinding(clause, part), score }
    })
    .filter((value) => value !== undefined)
}

/** The value of a clause, explained by the words before it, or after it if there are none before. */
export function toClauseFinding(clause: Clause, part: Passage): Finding {
  const { value } = clause.value
  return addReasons(toFinding(part, value, String(value)), {
    kind: 'label',
    label: clause.before.trim().split(' ').slice(-6).join(' ') || clause.after.trim(),
    page: part.page,
    relation: 'in-sentence',
  })
}

const clauseEnd = /[;:]\s|\.\s|,\s|\s(?:and|und|et|y|e|en|i|a|och|og|ja)\s/giu
const maxWordsAfter = 6

/** Words before the old and the new value of a change: `from 58 to 63`. */
const fromWord = /(?<!\p{L})(?:from|von|de|du|da|dal|van|fra|från|z|ze|od)$/iu
const toWord = /^(?:to|auf|à|a|al|naar|tot|til|till|na|do)$/iu

/** Currencies between such a word and its value. */
const currency = /\p{Sc}|(?<!\p{L})(?:EUR|GBP|USD|CHF|euros?)(?!\p{L})/giu
const maxWordLength = 20

const dropCurrency = (text: string): string =>
  text.slice(-maxWordLength).replace(currency, ' ').trim()

const beginsChange = (text: string): boolean => fromWord.test(dropCurrency(text))
const continuesChange = (text: string): boolean =>
  text.length < maxWordLength && toWord.test(dropCurrency(text))

export function toClauses(
  text: string,
  values: readonly SentenceValue[],
  order?: DateOrder,
): readonly Clause[] {
  const ranges = values.some(({ value }) => isIsoDay(value)) ? findDateRanges(text, order) : []
  return values.map((value, index) => {
    const previous = values[index - 1]
    const next = values[index + 1]
    const isNew = isChange(text, previous, value)
    const rangeEnd = getRangeEnd(ranges, value)
    // The words before a change or a range belong to both of its values.
    const first = (isNew || rangeEnd === 'end') && previous ? previous : value
    const from = values[values.indexOf(first) - 1]?.end ?? 0
    return {
      value,
      before: dropEarlierClauses(text.slice(from, first.start), from > 0),
      after: isAddedTo(text.slice(value.end))
        ? ''
        : takeAfter(text.slice(value.end, next?.start ?? text.length)),
      isFormer: isChange(text, value, next),
      isNew,
      rangeEnd,
    }
  })
}

function getRangeEnd(
  ranges: readonly FoundDateRange[],
  { start }: SentenceValue,
): Clause['rangeEnd'] {
  if (ranges.some(({ first }) => first.start === start)) return 'start'
  return ranges.some(({ last }) => last.start === start) ? 'end' : undefined
}

const isIsoDay = (value: string | number): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Whether two values are the old and the new one of a change. */
const isChange = (
  text: string,
  former: SentenceValue | undefined,
  latter: SentenceValue | undefined,
): boolean =>
  former !== undefined &&
  latter !== undefined &&
  continuesChange(text.slice(former.end, latter.start)) &&
  beginsChange(text.slice(0, former.start))

/** Drops the words up to the first end of a clause: after another value, they belong to that one. */
function dropEarlierClauses(text: string, followsValue: boolean): string {
  if (!followsValue) return text
  const first = [...text.matchAll(clauseEnd)][0]
  return first ? text.slice(first.index + first[0].length) : text
}

/** Whether a text begins with what is not in the value before it: `£1,230.00 plus VAT`. */
export const isAddedTo = (text: string): boolean =>
  /^[^\p{L}\p{N}+]{0,9}(?:(?:EUR|GBP|USD|CHF|euros?)\s{0,3})?(?:\+|plus|zzgl|zuzüglich|excluding|excl|exclusive of|before|hors|más|mas|più|oltre|mais|exclusief|ohne)(?!\p{L})/iu.test(
    text,
  )

function takeAfter(text: string): string {
  const first = [...text.matchAll(clauseEnd)][0]
  const clause = first ? text.slice(0, first.index) : text
  return clause
    .split(' ')
    .slice(0, maxWordsAfter + 1)
    .join(' ')
}

const maxScore = 0.82
const elsewherePenalty = 0.13
const contradictionPenalty = 0.12
const maxContradiction = 0.3

function scoreClause(
  clause: Clause,
  text: string,
  question: MeantQuestion,
  { dateOrder }: PreparedDocument,
): number {
  if (clause.isFormer && question.concepts.has('new')) return 0
  if (clause.isNew && question.concepts.has('previous')) return 0
  const sentence = toMeaningTokens(text, dateOrder)
  const own = [
    ...toMeaningTokens(clause.before, dateOrder),
    ...toMeaningTokens(clause.after, dateOrder),
    ...toChangeTokens(clause),
  ]
  const requiredPenalty = computeRequiredPenalty(own, sentence, question)
  if (requiredPenalty === undefined) return 0
  const contradictions = own.filter(
    (token) => token.group === 'modifiers' && !hasKey(question.tokens, token),
  )
  return (
    maxScore -
    requiredPenalty -
    computeOptionalPenalty(own, sentence, question) -
    Math.min(maxContradiction, contradictionPenalty * contradictions.length)
  )
}

const missingModifierPenalty = 0.2
const missingWordPenalty = 0.03

/** `undefined` when something that must be said is not, or none of it in the clause itself. */
function computeRequiredPenalty(
  own: readonly MeaningToken[],
  sentence: readonly MeaningToken[],
  { required }: MeantQuestion,
): number | undefined {
  const otherTokens = required.filter((token) => !hasKey(own, token))
  const isSaid = otherTokens.every((token) => token.group !== 'roles' && hasKey(sentence, token))
  const isNamed = required.some(
    (token) => token.group !== 'number' && token.group !== 'date' && hasKey(own, token),
  )
  return isSaid && isNamed ? elsewherePenalty * otherTokens.length : undefined
}

function computeOptionalPenalty(
  own: readonly MeaningToken[],
  sentence: readonly MeaningToken[],
  { optional }: MeantQuestion,
): number {
  return optional
    .filter((token) => !hasKey(own, token))
    .reduce((sum, token) => {
      if (token.group === 'modifiers') return sum + missingModifierPenalty
      return sum + (hasKey(sentence, token) ? 0 : missingWordPenalty)
    }, 0)
}

/** Returns the meaning that the form of a change gives to its values. */
export function toChangeTokens({ isFormer, isNew, rangeEnd }: Clause): readonly MeaningToken[] {
  if (rangeEnd) return [{ group: 'things', keys: [rangeEnd] }]
  if (isFormer) return [{ group: 'generic', keys: ['previous', 'current'] }]
  return isNew ? [{ group: 'generic', keys: ['new', 'motion'] }] : []
}
