import { toPlainText } from '@recto/document-text/page-lines'
import type { Reader } from '@recto/document-text/reader'
import type { Receipt } from './samples.ts'
import { characterErrorRate, lettersOf, mean, recall, squeeze, wordsOf } from './text-scores.ts'

export type OcrScores = {
  readonly files: number
  /** Mean over the receipts of the share of characters that leave ink. */
  readonly charRecall: number
  /** Mean over the receipts of the share of words between white space that come out exactly. */
  readonly wordRecall: number
  readonly cer: number
  /** Share of receipts in whose text the field stands, white space and upper case apart. */
  readonly totalFound: number
  readonly dateFound: number
  readonly companyFound: number
  readonly secondsPerImage: number
}

type Scored = {
  readonly charRecall: number
  readonly wordRecall: number
  readonly cer: number
  readonly hasTotal: boolean
  readonly hasDate: boolean
  readonly hasCompany: boolean
  readonly seconds: number
}

type Tier = 'low_cost' | 'high_quality'

/** One receipt after the other, after one that is not counted and loads the engine. */
export function measureTier(
  reader: Reader,
  receipts: readonly Receipt[],
  tier: Tier,
): Promise<OcrScores> {
  return measure(receipts, async ({ bytes }) =>
    toPlainText(await reader.read(bytes, { mode: tier })),
  )
}

/** `read` takes a JPEG image. */
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
  const scores: Scored[] = []
  for (const receipt of receipts) {
    const start = performance.now()
    const text = await read(receipt)
    scores.push(score(receipt, text, (performance.now() - start) / 1000))
  }
  const share = (predicate: (one: Scored) => boolean) =>
    mean(scores.map((one) => (predicate(one) ? 1 : 0)))
  return {
    files: receipts.length,
    charRecall: mean(scores.map((one) => one.charRecall)),
    wordRecall: mean(scores.map((one) => one.wordRecall)),
    cer: mean(scores.map((one) => one.cer)),
    totalFound: share((one) => one.hasTotal),
    dateFound: share((one) => one.hasDate),
    companyFound: share((one) => one.hasCompany),
    secondsPerImage: mean(scores.map((one) => one.seconds)),
  }
}

/** The truth is written in capitals, whatever is printed, so case tells nothing. */
function score(receipt: Receipt, read: string, seconds: number): Scored {
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
    seconds,
  }
}
