import type { Reader } from '@recto/document-text/reader'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import type { EmbedTexts } from '@recto/extraction/match-by-meaning'
import type { Question } from '@recto/provider-spec/answer'
import { type Receipt, readReceipts } from '../bench-reading/samples.ts'
import { squeeze } from '../bench-reading/text-scores.ts'

/** One field over all receipts: F1 counts a wrong answer against both precision and recall. */
export type FieldScore = {
  readonly field: string
  readonly receipts: number
  readonly correct: number
  readonly wrong: number
  readonly null: number
  readonly f1: number
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
): Promise<readonly FieldScore[]> {
  const verdicts: { readonly field: Field; readonly verdict: 'correct' | 'wrong' | 'null' }[] = []
  for (const receipt of readReceipts(folder)) {
    const document = await reader.read(receipt.bytes, { name: receipt.name })
    const answers = await answerWithoutModel(document, questions, embed ? { embed } : {})
    for (const { key, value } of answers) {
      const field = key as Field
      verdicts.push({ field, verdict: judge(receipt, field, value) })
    }
  }
  return questions.map(({ key }) => {
    const own = verdicts.filter(({ field }) => field === key)
    const count = (wanted: string) => own.filter(({ verdict }) => verdict === wanted).length
    const [correct, wrong] = [count('correct'), count('wrong')]
    const f1 = (2 * correct) / Math.max(1, own.length + correct + wrong)
    return { field: key, receipts: own.length, correct, wrong, null: count('null'), f1 }
  })
}

function judge(receipt: Receipt, field: Field, value: unknown): 'correct' | 'wrong' | 'null' {
  if (value === null || value === undefined) return 'null'
  const truth = receipt[field]
  if (field === 'total')
    return Math.abs(Number(value) - Number(truth)) < 0.005 ? 'correct' : 'wrong'
  return squeeze(String(value)) === squeeze(truth) ? 'correct' : 'wrong'
}
