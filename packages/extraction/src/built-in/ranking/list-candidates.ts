import { type Passage, slicePassage } from '../../align/passage.ts'
import { findIbans } from '../../values/ibans.ts'
import { findDates } from '../../values/parse-date.ts'
import { findBics, findEmails, findPhones, findVatIds } from '../../values/shapes.ts'
import { toReason } from '../concepts/find-by-concepts.ts'
import {
  getStatements,
  toChangeTokens,
  toClauseFinding,
  toClauses,
} from '../concepts/find-in-sentences.ts'
import { getSectionTokens, getSlots, type Slot } from '../concepts/find-slots.ts'
import { type MeaningToken, toMeaningTokens, toWordTokens } from '../concepts/meaning-tokens.ts'
import { hasKey, type MeantQuestion, toMeantQuestion } from '../concepts/meant-question.ts'
import { readSlot } from '../concepts/read-slot.ts'
import { findSentenceValues, type SentenceValue } from '../concepts/sentence-values.ts'
import { addReasons } from '../explanations.ts'
import type { FieldQuestion } from '../field-question.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type Finding, toFinding } from '../read-typed-value.ts'

/** A value that may answer a question, with the words around it. */
export type AnswerCandidate = {
  readonly finding: Finding
  /** The text that the value was read from. */
  readonly text: string
  readonly kind: 'slot' | 'clause' | 'pattern' | 'head'
  readonly slot?: Slot
  /** The meaning of its label, its heading or its clause. */
  readonly ownTokens: readonly MeaningToken[]
  /** The meaning of its label alone. */
  readonly labelTokens: readonly MeaningToken[]
  readonly headingTokens: readonly MeaningToken[]
  /** The meaning of the rest of its row or sentence. */
  readonly nearTokens: readonly MeaningToken[]
  readonly sectionTokens: readonly MeaningToken[]
}

type Context = {
  readonly preparedDocument: PreparedDocument
  readonly fieldQuestion: FieldQuestion
  readonly question: MeantQuestion
}

const maxSlots = 120
const maxStatements = 60
const maxCandidates = 160

/** Lists the values of the requested type whose surroundings say most of what the question says, each with its place. */
export function listCandidates(
  preparedDocument: PreparedDocument,
  fieldQuestion: FieldQuestion,
): readonly AnswerCandidate[] {
  const question = toMeantQuestion(fieldQuestion.question, preparedDocument.dateOrder)
  const context = { preparedDocument, fieldQuestion, question }
  return [
    ...listSlotCandidates(context),
    ...listClauseCandidates(context),
    ...listPatternCandidates(context),
    ...listHeadCandidates(context),
  ].slice(0, maxCandidates)
}

const countShared = (tokens: readonly MeaningToken[], question: MeantQuestion): number =>
  question.tokens.filter((token) => hasKey(tokens, token)).length

function listSlotCandidates({
  preparedDocument,
  fieldQuestion,
  question,
}: Context): readonly AnswerCandidate[] {
  return getSlots(preparedDocument)
    .map((slot) => {
      const ownTokens = [...slot.labelTokens, ...slot.headingTokens]
      const shared =
        2 * countShared(ownTokens, question) + countShared(slot.surroundingTokens, question)
      return { slot, ownTokens, shared }
    })
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, maxSlots)
    .map(({ slot, ownTokens }): AnswerCandidate | undefined => {
      const finding = readSlot(preparedDocument, slot, fieldQuestion)
      if (!finding || finding.value === null) return undefined
      return {
        finding: slot.isTicked ? finding : addReasons(finding, toReason(slot, question)),
        text: slot.value.text,
        kind: 'slot',
        slot,
        ownTokens,
        labelTokens: slot.labelTokens,
        headingTokens: slot.headingTokens,
        nearTokens: slot.surroundingTokens,
        sectionTokens: [],
      }
    })
    .filter((candidate) => candidate !== undefined)
}

const noTokens: readonly MeaningToken[] = []

function listClauseCandidates({ preparedDocument, question }: Context): readonly AnswerCandidate[] {
  const { document, decimalMark, dateOrder } = preparedDocument
  return getStatements(preparedDocument)
    .map((statement) => ({ statement, shared: countShared(statement.tokens, question) }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, maxStatements)
    .flatMap(({ statement: { passage, tokens, sectionTokens } }) => {
      const values = findSentenceValues(passage.text, question, {
        mark: decimalMark,
        order: dateOrder,
      })
      if (values.length === 0) return []
      const nearTokens = [...tokens, ...toWordTokens(passage.text)]
      return toClauses(passage.text, values, dateOrder)
        .map((clause): AnswerCandidate | undefined => {
          const { start, end } = clause.value
          const part = slicePassage(document, passage, start, end)
          if (!part) return undefined
          const ownTokens = [
            ...toMeaningTokens(clause.before, dateOrder),
            ...toMeaningTokens(clause.after, dateOrder),
            ...toChangeTokens(clause),
          ]
          return {
            finding: toClauseFinding(clause, part),
            text: part.text,
            kind: 'clause',
            ownTokens,
            labelTokens: ownTokens,
            headingTokens: noTokens,
            nearTokens,
            sectionTokens,
          }
        })
        .filter((candidate) => candidate !== undefined)
    })
}

type PatternFinder = (text: string) => readonly SentenceValue[]

const patternByConcept: readonly (readonly [string, PatternFinder])[] = [
  ['email', findEmails],
  ['phone', findPhones],
  ['mobile', findPhones],
  ['iban', findIbans],
  ['bic', findBics],
  ['account', findIbans],
  ['vat', findVatIds],
]

function getPatternFinder(
  { type, concepts }: MeantQuestion,
  { dateOrder }: PreparedDocument,
): PatternFinder | undefined {
  if (type === 'email') return findEmails
  if (type === 'date')
    return (text) =>
      findDates(text, dateOrder).map(({ start, end, iso }) => ({ start, end, value: iso }))
  return type === 'text'
    ? patternByConcept.find(([concept]) => concepts.has(concept))?.[1]
    : undefined
}

const maxPatterns = 60

/** Values that are known by their pattern, with the words before them and the line above. */
function listPatternCandidates({
  preparedDocument,
  question,
}: Context): readonly AnswerCandidate[] {
  const find = getPatternFinder(question, preparedDocument)
  if (!find) return []
  return preparedDocument.rows
    .flatMap(({ cells, page }, index) => {
      const rowAbove = preparedDocument.rows[index - 1]
      const cellsAbove = rowAbove?.page === page ? rowAbove.cells : []
      return cells.flatMap((cell) =>
        find(cell.text).map((match) => ({ cell, match, nearCells: [...cells, ...cellsAbove] })),
      )
    })
    .slice(0, maxPatterns)
    .map((pattern) => toPatternCandidate(preparedDocument, pattern))
    .filter((candidate) => candidate !== undefined)
}

type PatternInCell = {
  readonly cell: Passage
  readonly match: SentenceValue
  readonly nearCells: readonly Passage[]
}

function toPatternCandidate(
  preparedDocument: PreparedDocument,
  { cell, match: { start, end, value }, nearCells }: PatternInCell,
): AnswerCandidate | undefined {
  const { document, dateOrder } = preparedDocument
  const part = slicePassage(document, cell, start, end)
  if (!part) return undefined
  const label = cell.text.slice(0, start).trim()
  const labelTokens = toMeaningTokens(label, dateOrder)
  return {
    finding: addReasons(toFinding(part, value, String(value)), {
      kind: 'label',
      label,
      page: cell.page,
      relation: 'inline',
    }),
    text: String(value),
    kind: 'pattern',
    ownTokens: labelTokens,
    labelTokens,
    headingTokens: noTokens,
    nearTokens: toMeaningTokens(nearCells.map(({ text }) => text).join(' '), dateOrder),
    sectionTokens: getSectionTokens(preparedDocument, cell),
  }
}

const maxHeadLines = 8
const maxHeadLength = 60

/** The lines at the top, where names often stand without a label. */
function listHeadCandidates({
  preparedDocument: { rows },
  question,
}: Context): readonly AnswerCandidate[] {
  if (!question.asksName) return []
  return rows
    .filter(({ page }) => page === 0)
    .flatMap(({ cells }) => cells)
    .filter(({ text }) => text.length <= maxHeadLength && !/\d|[:：]/u.test(text))
    .slice(0, maxHeadLines)
    .map(toHeadCandidate)
}

const toHeadCandidate = (cell: Passage): AnswerCandidate => ({
  finding: toFinding(cell, cell.text, cell.text),
  text: cell.text,
  kind: 'head',
  ownTokens: noTokens,
  labelTokens: noTokens,
  headingTokens: noTokens,
  nearTokens: noTokens,
  sectionTokens: noTokens,
})
