import type { Reader } from '@recto/document-text/reader'
import { answerWithoutModel, answerWithSignals } from '@recto/extraction/answer-without-model'
import type { EmbedTexts } from '@recto/extraction/match-by-meaning'
import { type FieldDocument, makeDocuments } from '../field-documents/make-documents.ts'
import { oddDocuments } from '../field-documents/odd-documents.ts'
import type { AskedField } from '../field-documents/questions.ts'
import type { Half } from '../field-documents/words.ts'
import { type JudgedValue, judgedValue } from './confidence.ts'
import { isSame, isSameText } from './judge-value.ts'

/** A fixed seed, so that everybody measures the same documents. */
const seed = 20_261

export type GeneratedAnswer = {
  readonly document: string
  readonly half: Half
  readonly kind: string
  readonly language: string
  readonly field: string
  readonly prompt: string
  readonly isAnswerable: boolean
  /** Whether the value is printed under a rare label or under none. */
  readonly isHard: boolean
  readonly verdict: 'correct' | 'wrong' | 'null'
  readonly truth: unknown
  readonly answer: unknown
}

/** Reads every document of a half and asks its questions. */
export async function answerGenerated(
  reader: Reader,
  half: Half,
  embed: EmbedTexts | undefined,
): Promise<readonly GeneratedAnswer[]> {
  const lines: GeneratedAnswer[] = []
  for (const document of makeDocuments(half, seed))
    lines.push(...(await answerDocument(reader, document, embed)))
  return lines
}

/** Returns the answered values of the open half with their signals, to fit the confidence on. */
export async function judgeGenerated(reader: Reader): Promise<readonly JudgedValue[]> {
  const values: JudgedValue[] = []
  for (const [index, document] of makeDocuments('open', seed).entries()) {
    const text = await reader.read(await document.draw(), { name: `${document.name}.pdf` })
    const questions = document.askedFields.map(({ question }) => question)
    for (const [i, answer] of (await answerWithSignals(text, questions)).entries()) {
      const { question, truth } = document.askedFields[i]!
      if (answer.value === null) continue
      const isRight = verdictOf(truth, answer.value) === 'correct'
      values.push(judgedValue({ text, document: index, question, answer, isRight }))
    }
  }
  return values
}

/** Reports each group of odd documents, where guesses count as errors. */
export async function reportOdd(
  reader: Reader,
  embed: EmbedTexts | undefined,
  isWrongShown: boolean,
): Promise<void> {
  const lines: GeneratedAnswer[] = []
  for (const { group, ...document } of oddDocuments(seed))
    lines.push(...(await answerDocument(reader, { ...document, kind: group }, embed)))
  console.log('\ndocuments on which nothing is better than a guess')
  table(lines, ({ kind }) => kind)
  if (isWrongShown)
    console.table(lines.filter(({ verdict }) => verdict === 'wrong').map(toReportEntry))
}

type ScoredDocument = Pick<FieldDocument, 'name' | 'half' | 'language' | 'askedFields' | 'draw'> & {
  readonly kind: string
}

async function answerDocument(
  reader: Reader,
  document: ScoredDocument,
  embed: EmbedTexts | undefined,
): Promise<readonly GeneratedAnswer[]> {
  const text = await reader.read(await document.draw(), { name: `${document.name}.pdf` })
  const questions = document.askedFields.map(({ question }) => question)
  const answers = await answerWithoutModel(text, questions, embed ? { embed } : {})
  return answers.map(({ value }, i) => toGeneratedAnswer(document, document.askedFields[i]!, value))
}

function toGeneratedAnswer(
  { name, half, kind, language }: ScoredDocument,
  { question, truth }: AskedField,
  value: unknown,
): GeneratedAnswer {
  return {
    document: name,
    half,
    kind,
    language,
    field: question.key,
    prompt: question.prompt,
    isAnswerable: truth !== null,
    isHard: truth?.isHard === true,
    verdict: verdictOf(truth, value),
    truth: truth?.value ?? null,
    answer: value,
  }
}

function verdictOf(truth: AskedField['truth'], value: unknown): GeneratedAnswer['verdict'] {
  if (value === null || value === undefined) return 'null'
  if (truth === null) return 'wrong'
  const { type, value: expectedValue, text } = truth
  if (isSame(value, expectedValue, type)) return 'correct'
  if (typeof expectedValue === 'number') return 'wrong'
  return isSameText(value, expectedValue) || isSameText(value, text) ? 'correct' : 'wrong'
}

const ratio = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 1000

/** Precision counts only answerable questions; unanswerable ones have their own share of nulls. */
function scoreOf(lines: readonly GeneratedAnswer[]) {
  const answerable = lines.filter(({ isAnswerable }) => isAnswerable)
  const unanswerable = lines.filter(({ isAnswerable }) => !isAnswerable)
  const count = (answers: readonly GeneratedAnswer[], verdict: string) =>
    answers.filter((line) => line.verdict === verdict).length
  const correct = count(answerable, 'correct')
  const wrong = count(answerable, 'wrong')
  return {
    asked: answerable.length,
    correct,
    wrong,
    null: count(answerable, 'null'),
    recall: ratio(correct, answerable.length),
    precision: ratio(correct, correct + wrong),
    'null rate': ratio(count(answerable, 'null'), answerable.length),
    unanswerable: unanswerable.length,
    'of them null': ratio(count(unanswerable, 'null'), unanswerable.length),
  }
}

function table(lines: readonly GeneratedAnswer[], groupBy: (line: GeneratedAnswer) => string) {
  const groups = [...Map.groupBy(lines, groupBy)].toSorted(([a], [b]) => a.localeCompare(b))
  console.table(
    Object.fromEntries([
      ...groups.map(([name, own]) => [name, scoreOf(own)] as const),
      ['all', scoreOf(lines)],
    ]),
  )
}

/**
 * Prints the results. For the held-out half only totals are printed: details would invite tuning to
 * its documents.
 */
export function reportGenerated(lines: readonly GeneratedAnswer[], isWrongShown: boolean): void {
  for (const [half, own] of Map.groupBy(lines, (line) => line.half)) {
    const documents = new Set(own.map(({ document }) => document)).size
    console.log(`\ngenerated documents, the ${half} half: ${documents}`)
    table(own, ({ field, isAnswerable }) =>
      isAnswerable ? field : Object.hasOwn(fieldsOf(own), field) ? field : '(nowhere)',
    )
    table(own, ({ language }) => language)
    table(own, ({ kind }) => kind)
    table(own, ({ isHard }) => (isHard ? 'rare label or none' : 'usual label'))
    if (half === 'kept') continue
    console.log('the ten worst')
    console.table(worst(own))
    if (isWrongShown) console.table(own.filter(isAmiss).map(toReportEntry))
  }
}

const isAmiss = ({ verdict, isAnswerable }: GeneratedAnswer) =>
  verdict === 'wrong' || (verdict === 'null' && isAnswerable)

const toReportEntry = ({ document, field, prompt, verdict, truth, answer }: GeneratedAnswer) => ({
  document,
  field,
  prompt,
  verdict,
  truth,
  answer,
})

function fieldsOf(lines: readonly GeneratedAnswer[]): Readonly<Record<string, true>> {
  return Object.fromEntries(
    lines.filter(({ isAnswerable }) => isAnswerable).map(({ field }) => [field, true]),
  )
}

/** Ranks documents by cost; a wrong answer costs twice as much as a missing one. */
function worst(lines: readonly GeneratedAnswer[]) {
  return [...Map.groupBy(lines, ({ document }) => document)]
    .map(([document, own]) => {
      const wrong = own.filter(({ verdict }) => verdict === 'wrong')
      const unansweredFields = own.filter((line) => line.verdict === 'null' && line.isAnswerable)
      return {
        document,
        asked: own.length,
        wrong: wrong.map(({ field }) => field).join(' '),
        missed: unansweredFields.map(({ field }) => field).join(' '),
        cost: 2 * wrong.length + unansweredFields.length,
      }
    })
    .toSorted((a, b) => b.cost - a.cost)
    .slice(0, 10)
}
