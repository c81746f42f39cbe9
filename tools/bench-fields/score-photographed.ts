import { type AnswerWithSignals, answerWithSignals } from '@recto/extraction/answer-without-model'
import type { Evidence, Question } from '@recto/provider-spec/answer'
import { squeeze } from '../bench-reading/text-scores.ts'
import {
  type PhotographedReceipt,
  photographedReceipts,
} from '../field-documents/photographed/photographed-receipts.ts'
import type { Half } from '../field-documents/words.ts'
import { type JudgedValue, judgedValue } from './confidence.ts'
import { isSame } from './judge-value.ts'

type Field = keyof PhotographedReceipt['printedFields']

const questions: readonly (Question & { readonly key: Field })[] = [
  { key: 'company', prompt: 'company', type: 'text' },
  { key: 'date', prompt: 'date', type: 'text' },
  { key: 'address', prompt: 'address', type: 'text' },
  { key: 'total', prompt: 'total', type: 'number' },
]

/** A fixed seed, so that everybody measures the same documents. */
const seed = 20_263
const receiptsPerHalf = 400

export type PhotographedAnswer = {
  readonly half: Half
  readonly index: number
  readonly field: Field
  readonly truth: string
  readonly answer: unknown
  /** Whether the answer is what is printed. */
  readonly isPrinted: boolean
  /** Whether the answer comes from the right position, whatever the engine read there. */
  readonly isPlace: boolean
  readonly value: JudgedValue | undefined
}

/** Asks each receipt of a half the usual questions, on the text that an OCR engine would read. */
export async function answerPhotographed(half: Half): Promise<readonly PhotographedAnswer[]> {
  const answers: PhotographedAnswer[] = []
  for (const [index, receipt] of photographedReceipts(half, seed, receiptsPerHalf).entries()) {
    const receiptAnswers = await answerWithSignals(receipt.text, questions)
    answers.push(
      ...receiptAnswers.map((answer, i) =>
        judgeAnswer({ receipt, index, question: questions[i]!, answer }),
      ),
    )
  }
  return answers
}

type AnsweredQuestion = {
  readonly receipt: PhotographedReceipt
  readonly index: number
  readonly question: (typeof questions)[number]
  readonly answer: AnswerWithSignals
}

function judgeAnswer({ receipt, index, question, answer }: AnsweredQuestion): PhotographedAnswer {
  const { half, text, printedFields, takeFields } = receipt
  const field = question.key
  const line = { half, index, field, truth: takeFields[field], answer: answer.value }
  const isRight = isMatch(field, answer.value, printedFields[field])
  if (answer.value === null) return { ...line, isPrinted: false, isPlace: false, value: undefined }
  // No question asks for a list.
  const evidence = (answer.evidence ?? []) as readonly Evidence[]
  const quote = evidence.map((one) => one.quote).join(' ')
  return {
    ...line,
    isPrinted: isRight,
    isPlace: isRight || isMatch(field, quote, takeFields[field]),
    value: judgedValue({ text, document: index, question, answer, isRight }),
  }
}

function isMatch(field: Field, answer: unknown, truth: string): boolean {
  if (answer === null || answer === undefined) return false
  if (field === 'total') return isSame(answer, truth, 'number')
  return (
    squeeze(String(answer)) === squeeze(truth) ||
    (field === 'date' && isSame(answer, truth, 'date'))
  )
}

const ratio = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 1000

function scoreOf(lines: readonly PhotographedAnswer[]) {
  const answeredLines = lines.filter(({ answer }) => answer !== null)
  const places = lines.filter(({ isPlace }) => isPlace).length
  const printedCount = lines.filter(({ isPrinted }) => isPrinted).length
  return {
    receipts: lines.length,
    'place found': ratio(places, lines.length),
    'place, precision': ratio(places, answeredLines.length),
    'F1 as printed': ratio(2 * printedCount, lines.length + answeredLines.length),
    'null rate': ratio(lines.length - answeredLines.length, lines.length),
  }
}

export function reportPhotographed(lines: readonly PhotographedAnswer[], isWrongShown: boolean) {
  for (const [half, own] of Map.groupBy(lines, (line) => line.half)) {
    console.log(`\ngenerated receipts as read from photographs, the ${half} half`)
    console.table({
      ...Object.fromEntries(
        questions.map(({ key }) => [key, scoreOf(own.filter(({ field }) => field === key))]),
      ),
      all: scoreOf(own),
    })
    if (!isWrongShown || half === 'kept') continue
    console.table(
      own
        .filter(({ isPlace }) => !isPlace)
        .map(({ index, field, truth, answer }) => ({ at: index, field, truth, answer })),
    )
  }
}
