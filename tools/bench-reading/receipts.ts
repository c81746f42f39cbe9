import { toPlainText } from '@recto/document-text/page-lines'
import type { Reader } from '@recto/document-text/reader'
import { type NumberScore, scoreNumbers } from './number-scores.ts'
import type { Receipt } from './samples.ts'
import { characterErrorRate, lettersOf, mean, recall, squeeze, wordsOf } from './text-scores.ts'

export type OcrScores = {
  readonly files: number
  /** Mean share of the visible characters that were read. */
  readonly charRecall: number
  /** Mean share of the words, separated by white space, that were read exactly. */
  readonly wordRecall: number
  readonly cer: number
  /** Share of receipts whose text contains the field, ignoring white space and case. */
  readonly totalFound: number
  readonly dateFound: number
  readonly companyFound: number
  /** The counts cover all receipts together. */
  readonly numbers: NumberScore
  readonly secondsPerImage: number
}

type ReceiptScore = {
  readonly charRecall: number
  readonly wordRecall: number
  readonly cer: number
  readonly hasTotal: boolean
  readonly hasDate: boolean
  readonly hasCompany: boolean
  readonly numbers: NumberScore
  readonly seconds: number
}

type Tier = 'low_cost' | 'high_quality'

/** Measures the receipts one by one, after a warm-up that loads the engine. */
export function measureTier(
  reader: Reader,
  receipts: readonly Receipt[],
  tier: Tier,
): Promise<OcrScores> {
  return measure(receipts, async ({ bytes }) =>
    toPlainText(await reader.read(bytes, { mode: tier })),
  )
}

/** Measures an engine by itself; `read` takes a JPEG image. */
export function measureBare(
  read: (bytes: Uint8Array) => Promise<string>,
  receipts: readonly Receipt[],
): Promise<OcrScores> {
  return measure(receipts, ({ bytes }) => read(bytes))
}

async function measure(
  receipts: readonly Receipt[],
  read: (receipt: Receipt) => Promise<string>,
): Promise<OcrScores> {
  if (receipts[0]) await read(receipts[0])
  const scores: ReceiptScore[] = []
  for (const receipt of receipts) {
    const start = performance.now()
    const text = await read(receipt)
    scores.push(score(receipt, text, (performance.now() - start) / 1000))
  }
  const share = (predicate: (one: ReceiptScore) => boolean) =>
    mean(scores.map((one) => (predicate(one) ? 1 : 0)))
  const sum = (countOf: (numbers: NumberScore) => number) =>
    scores.reduce((all, { numbers }) => all + countOf(numbers), 0)
  return {
    files: receipts.length,
    charRecall: mean(scores.map((one) => one.charRecall)),
    wordRecall: mean(scores.map((one) => one.wordRecall)),
    cer: mean(scores.map((one) => one.cer)),
    totalFound: share((one) => one.hasTotal),
    dateFound: share((one) => one.hasDate),
    companyFound: share((one) => one.hasCompany),
    numbers: {
      count: sum(({ count }) => count),
      right: sum(({ right }) => right),
      inventedPoints: sum(({ inventedPoints }) => inventedPoints),
      lostPoints: sum(({ lostPoints }) => lostPoints),
    },
    secondsPerImage: mean(scores.map((one) => one.seconds)),
  }
}

/** Ignores case, because the expected texts are in capitals, whatever is printed. */
function score(receipt: Receipt, read: string, seconds: number): ReceiptScore {
  const text = read.toUpperCase()
  const truth = receipt.text.toUpperCase()
  const compactText = squeeze(text)
  return {
    charRecall: recall(lettersOf(truth), lettersOf(text)),
    wordRecall: recall(wordsOf(truth), wordsOf(text)),
    cer: characterErrorRate(truth, text),
    hasTotal: compactText.includes(squeeze(receipt.total)),
    hasDate: compactText.includes(squeeze(receipt.date)),
    hasCompany: compactText.includes(squeeze(receipt.company)),
    numbers: scoreNumbers(truth, text),
    seconds,
  }
}
