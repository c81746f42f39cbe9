import type { Reader } from '@recto/document-text/reader'
import { answerWithSigns } from '@recto/extraction/answer-without-model'
import type { EmbedTexts } from '@recto/extraction/match-by-meaning'
import type { Question } from '@recto/provider-spec/answer'
import { type Receipt, readReceipts } from '../bench-reading/samples.ts'
import { squeeze } from '../bench-reading/text-scores.ts'
import { type JudgedValue, judgedValue } from './confidence.ts'

/** One field over all receipts: F1 counts a wrong answer against both precision and recall. */
type FieldScore = {
  readonly field: string
  readonly receipts: number
  readonly correct: number
  readonly wrong: number
  readonly null: number
  readonly f1: number
}

export type ReceiptScores = {
  readonly fields: readonly FieldScore[]
  readonly values: readonly JudgedValue[]
}

type Field = 'company' | 'date' | 'address' | 'total'

/** Dates are asked as text, because the truth has them as they are printed. */
const questions: readonly (Question & { readonly key: Field })[] = [
  { key: 'company', prompt: 'company', type: 'text' },
  { key: 'date', prompt: 'date', type: 'text' },
  { key: 'address', prompt: 'address', type: 'text' },
  { key: 'total', prompt: 'total', type: 'number' },
]

/** Photographs, so every error of the recognition counts too. White space and case are left out of the comparison. */
export async function scoreReceipts(
  reader: Reader,
  folder: string,
  embed: EmbedTexts | undefined,
): Promise<ReceiptScores> {
  const verdicts: { readonly field: Field; readonly verdict: 'correct' | 'wrong' | 'null' }[] = []
  const values: JudgedValue[] = []
  for (const [at, receipt] of readReceipts(folder).entries()) {
    const document = await reader.read(receipt.bytes, { name: receipt.name })
    const answers = await answerWithSigns(document, questions, embed ? { embed } : {})
    for (const [i, answer] of answers.entries()) {
      const question = questions[i]!
      const verdict = judge(receipt, question.key, answer.value)
      verdicts.push({ field: question.key, verdict })
      if (verdict === 'null') continue
      const isRight = verdict === 'correct'
      values.push(judgedValue({ text: document, document: at, question, answer, isRight }))
    }
  }
  const fields = questions.map(({ key }) => {
    const own = verdicts.filter(({ field }) => field === key)
    const count = (wanted: string) => own.filter(({ verdict }) => verdict === wanted).length
    const [correct, wrong] = [count('correct'), count('wrong')]
    const f1 = (2 * correct) / Math.max(1, own.length + correct + wrong)
    return { field: key, receipts: own.length, correct, wrong, null: count('null'), f1 }
  })
  return { fields, values }
}

function judge(receipt: Receipt, field: Field, value: unknown): 'correct' | 'wrong' | 'null' {
  if (value === null || value === undefined) return 'null'
  const truth = receipt[field]
  if (field === 'total')
    return Math.abs(Number(value) - amountOf(truth)) < 0.005 ? 'correct' : 'wrong'
  return squeeze(String(value)) === squeeze(truth) ? 'correct' : 'wrong'
}

/** Some truths have their currency: “RM31.60”. */
const amountOf = (truth: string): number => Number(truth.replace(/[^\d.-]/g, ''))
