import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentText } from '@recto/document-text/model'
import type { Reader } from '@recto/document-text/reader'
import { answerFromEmbedded } from '@recto/extraction/answer-from-embedded'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import type { EmbedTexts } from '@recto/extraction/match-by-meaning'
import { omitUndefined } from '@recto/omit-undefined'
import type { Answer, FieldType, Json, Question } from '@recto/provider-spec/answer'
import {
  calibrationError,
  discrimination,
  type JudgedConfidence,
} from '../bench-fields/reliability.ts'
import { isSameValue, toRows, wholeListOf } from './compare-values.ts'

type ExpectedValue = string | number | boolean | null
type ListQuestion = { readonly question: string; readonly columns: readonly string[] }
type QuestionFile = {
  readonly file: string
  readonly kind: string
  readonly questions: readonly {
    readonly question: string
    readonly type: FieldType
    readonly expected: ExpectedValue
  }[]
  readonly lists?: readonly (ListQuestion & { readonly rows: readonly ExpectedValue[][] })[]
  readonly absent?: readonly { readonly question: string; readonly type: FieldType }[]
  readonly absent_lists?: readonly ListQuestion[]
}

type Counts = {
  asked: number
  correct: number
  wrong: number
  missing: number
  /** Answers to questions of the first list that the document does not answer. */
  madeUpNulls: number
  absent: number
  madeUp: number
  lists: number
  wholeLists: number
  absentLists: number
  madeUpLists: number
}

const noCounts = (): Counts => ({
  asked: 0,
  correct: 0,
  wrong: 0,
  missing: 0,
  madeUpNulls: 0,
  absent: 0,
  madeUp: 0,
  lists: 0,
  wholeLists: 0,
  absentLists: 0,
  madeUpLists: 0,
})

export type QuestionScores = {
  readonly tables: readonly unknown[]
  readonly mistakes: readonly string[]
}

const key = 'value'

/** Answers as the product does: by the data in the file, otherwise by its print. */
async function answerOne(
  reader: Reader,
  file: { readonly bytes: Uint8Array; readonly name: string; readonly document: DocumentText },
  question: Question,
  embed: EmbedTexts | undefined,
): Promise<Answer> {
  const data = await reader.readEmbedded(file.bytes, { name: file.name })
  const [embeddedAnswer] = await answerFromEmbedded(file.document, data, [question])
  const [answer] = embeddedAnswer
    ? [embeddedAnswer]
    : await answerWithoutModel(file.document, [question], omitUndefined({ embed }))
  if (!answer) throw new Error('A question has no answer.')
  return answer
}

const toListQuestion = ({ question, columns }: ListQuestion): Question => ({
  key,
  prompt: `${question}${columns.every((column) => question.toLowerCase().includes(column.toLowerCase())) ? '' : `. Columns: ${columns.join(', ')}`}`,
  type: 'line-item',
})

export type QuestionSetOptions = {
  readonly onlyKind: string | undefined
  /** Compares labels by meaning, as the product does. */
  readonly embed: EmbedTexts | undefined
}

/** QuestionScores all documents of a folder; `mistakes` has a line for each wrong, missing or made-up answer. */
export async function scoreQuestionSet(
  reader: Reader,
  folder: string,
  { onlyKind, embed }: QuestionSetOptions,
): Promise<QuestionScores> {
  const documents = join(folder, 'documents')
  const countsByKind = new Map<string, Counts>()
  const mistakes: string[] = []
  const judgedAnswers: JudgedConfidence[] = []
  const names = readdirSync(documents).filter((name) => name.endsWith('.json'))
  for (const name of names.toSorted()) {
    const expected = JSON.parse(readFileSync(join(documents, name), 'utf8')) as QuestionFile
    if (onlyKind !== undefined && expected.kind !== onlyKind) continue
    const counts = countsByKind.get(expected.kind) ?? noCounts()
    countsByKind.set(expected.kind, counts)
    const bytes = readFileSync(join(documents, expected.file))
    const document = await reader.read(bytes, { name: expected.file })
    const ask = (question: Question) =>
      answerOne(reader, { bytes, name: expected.file, document }, question, embed)
    const report = (kind: string, question: string, answer: Json, value?: unknown) =>
      void mistakes.push(
        `${expected.file} | ${kind} | ${question} | answer ${JSON.stringify(answer)}${value === undefined ? '' : ` | expected ${JSON.stringify(value)}`}`,
      )
    const tools = { ask, report, judgedAnswers }
    await scoreValues(expected, counts, tools)
    await scoreAbsentValues(expected, counts, tools)
    await scoreLists(expected, counts, tools)
  }
  const rows = [...countsByKind].map(([kind, counts]) => ({ kind, ...toRow(counts) }))
  const all = noCounts()
  for (const counts of countsByKind.values())
    for (const name of Object.keys(all) as (keyof Counts)[]) all[name] += counts[name]
  return {
    tables: [[...rows, { kind: 'all', ...toRow(all) }], [toConfidenceRow(judgedAnswers)]],
    mistakes,
  }
}

const highConfidence = 0.95

/** How far the confidence of single values is from the share of right ones. */
function toConfidenceRow(judgedAnswers: readonly JudgedConfidence[]) {
  const high = judgedAnswers.filter(({ confidence }) => confidence >= highConfidence)
  return {
    values: judgedAnswers.length,
    'calibration error': Math.round(1000 * calibrationError(judgedAnswers)) / 1000,
    'area under the curve': discrimination(judgedAnswers),
    'at .95 and more': high.length,
    'of them wrong': high.filter(({ isRight }) => !isRight).length,
  }
}

type Tools = {
  readonly ask: (question: Question) => Promise<Answer>
  readonly report: (kind: string, question: string, answer: Json, value?: unknown) => void
  /** Collects each answered value with its confidence. */
  readonly judgedAnswers: JudgedConfidence[]
}

const countByVerdict = {
  correct: 'correct',
  wrong: 'wrong',
  missing: 'missing',
  'made up': 'madeUpNulls',
} as const satisfies Record<string, keyof Counts>

async function scoreValues(
  file: QuestionFile,
  counts: Counts,
  { ask, report, judgedAnswers }: Tools,
) {
  for (const { question, type, expected } of file.questions) {
    const { value, confidence } = await ask({ key, prompt: question, type })
    const verdict = judgeValue(value, expected, type)
    if (expected !== null) counts.asked += 1
    if (verdict === 'silent') continue
    if (value !== null) judgedAnswers.push(toJudged(confidence, verdict === 'correct'))
    counts[countByVerdict[verdict]] += 1
    if (verdict !== 'correct') report(verdict, question, value, expected)
  }
}

async function scoreAbsentValues(
  file: QuestionFile,
  counts: Counts,
  { ask, report, judgedAnswers }: Tools,
) {
  for (const { question, type } of file.absent ?? []) {
    counts.absent += 1
    const { value, confidence } = await ask({ key, prompt: question, type })
    if (value === null) continue
    judgedAnswers.push(toJudged(confidence, false))
    counts.madeUp += 1
    report('made up', question, value)
  }
}

const toJudged = (confidence: Answer['confidence'], isRight: boolean): JudgedConfidence => ({
  confidence: confidence?.whole ?? 0,
  isRight,
})

function judgeValue(value: Json, expected: ExpectedValue, type: FieldType) {
  if (expected === null) return value === null ? 'silent' : 'made up'
  if (value === null) return 'missing'
  return isSameValue(value, expected, type) ? 'correct' : 'wrong'
}

async function scoreLists(file: QuestionFile, counts: Counts, { ask, report }: Tools) {
  for (const list of file.lists ?? []) {
    counts.lists += 1
    const { value } = await ask(toListQuestion(list))
    if (wholeListOf(value, list)) counts.wholeLists += 1
    else report('list', list.question, value, list.rows)
  }
  for (const list of file.absent_lists ?? []) {
    counts.absentLists += 1
    const { value } = await ask(toListQuestion(list))
    if (toRows(value).length === 0) continue
    counts.madeUpLists += 1
    report('made-up list', list.question, value)
  }
}

const share = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 1000

const toRow = (counts: Counts) => ({
  asked: counts.asked,
  recall: share(counts.correct, counts.asked),
  precision: share(counts.correct, counts.correct + counts.wrong + counts.madeUpNulls),
  'made up': `${counts.madeUp + counts.madeUpNulls} of ${counts.absent}`,
  lists: `${counts.wholeLists} of ${counts.lists}`,
  'made-up lists': `${counts.madeUpLists} of ${counts.absentLists}`,
})
