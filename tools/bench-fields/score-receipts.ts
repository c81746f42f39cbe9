import type { Reader } from '@recto/document-text/reader'
import { answerWithSignals } from '@recto/extraction/answer-without-model'
import type { EmbedTexts } from '@recto/extraction/match-by-meaning'
import type { Question } from '@recto/provider-spec/answer'
import { type Receipt, readReceipts } from '../bench-reading/samples.ts'
import { squeeze } from '../bench-reading/text-scores.ts'
import { type JudgedValue, judgedValue } from './confidence.ts'
import { isSame } from './judge-value.ts'

/** The score of one field over all receipts; F1 counts a wrong answer against both precision and recall. */
type FieldScore = {
  readonly field: string
  readonly receipts: number
  readonly correct: number
  readonly wrong: number
  readonly null: number
  readonly f1: number
  /** F1 if only an answer that equals the expected text letter by letter counts as right. */
  readonly 'f1, equal strings': number
}

type ReceiptLine = {
  readonly receipt: string
  readonly field: Field
  readonly verdict: 'correct' | 'wrong' | 'null'
  readonly isEqual: boolean
  readonly truth: string
  readonly answer: unknown
}

export type ReceiptScores = {
  readonly fields: readonly FieldScore[]
  readonly lines: readonly ReceiptLine[]
  readonly values: readonly JudgedValue[]
}

type Field = 'company' | 'date' | 'address' | 'total'

/** Dates are asked for as text, because the expected values contain them as printed. */
const questions: readonly (Question & { readonly key: Field })[] = [
  { key: 'company', prompt: 'company', type: 'text' },
  { key: 'date', prompt: 'date', type: 'text' },
  { key: 'address', prompt: 'address', type: 'text' },
  { key: 'total', prompt: 'total', type: 'number' },
]

/** Every fourth receipt is held out from work on the extractor. */
const isHeldOut = (index: number) => index % 4 === 3

/**
 * Scores photographed receipts; errors of the text recognition count as well. Texts are compared without white
 * space and case, amounts as numbers and dates as dates.
 */
export async function scoreReceipts(
  reader: Reader,
  folder: string,
  { embed, isFinal }: { readonly embed: EmbedTexts | undefined; readonly isFinal: boolean },
): Promise<ReceiptScores> {
  const lines: ReceiptLine[] = []
  const values: JudgedValue[] = []
  for (const [index, receipt] of readReceipts(folder).entries()) {
    if (isHeldOut(index) !== isFinal) continue
    const document = await reader.read(receipt.bytes, { name: receipt.name })
    const answers = await answerWithSignals(document, questions, embed ? { embed } : {})
    for (const [i, answer] of answers.entries()) {
      const question = questions[i]!
      const line = judge(receipt, question.key, answer.value)
      lines.push(line)
      if (line.verdict === 'null') continue
      const isRight = line.verdict === 'correct'
      values.push(judgedValue({ text: document, document: index, question, answer, isRight }))
    }
  }
  const fields = questions.map(({ key }) => ({
    field: key,
    ...scoreOf(lines.filter(({ field }) => field === key)),
  }))
  return { fields: [...fields, { field: 'all (micro)', ...scoreOf(lines) }], lines, values }
}

function scoreOf(lines: readonly ReceiptLine[]): Omit<FieldScore, 'field'> {
  const count = (verdictName: string) =>
    lines.filter(({ verdict }) => verdict === verdictName).length
  const correct = count('correct')
  const wrong = count('wrong')
  const equal = lines.filter(({ isEqual }) => isEqual).length
  const f1 = (right: number) =>
    Math.round((2000 * right) / Math.max(1, lines.length + correct + wrong)) / 1000
  return {
    receipts: new Set(lines.map(({ receipt }) => receipt)).size,
    correct,
    wrong,
    null: count('null'),
    f1: f1(correct),
    'f1, equal strings': f1(equal),
  }
}

function judge(receipt: Receipt, field: Field, answer: unknown): ReceiptLine {
  const truth = receipt[field]
  const line = { receipt: receipt.name, field, truth, answer }
  if (answer === null || answer === undefined) return { ...line, verdict: 'null', isEqual: false }
  // Nearly all expected amounts have two decimals.
  const answerText = typeof answer === 'number' ? answer.toFixed(2) : String(answer)
  const isRight =
    field === 'total'
      ? isSame(answer, truth, 'number')
      : squeeze(answerText) === squeeze(truth) ||
        (field === 'date' && isSame(answer, truth, 'date'))
  return { ...line, verdict: isRight ? 'correct' : 'wrong', isEqual: answerText === truth }
}
