import { ReadError } from '@recto/document-text/read-error'
import type { Reader } from '@recto/document-text/reader'
import { omitUndefined } from '@recto/omit-undefined'
import type { Sample } from './samples.ts'

export type HiddenScores = {
  readonly files: number
  readonly pages: number
  /** Total number of words, without OCR. */
  readonly words: number
  /** Number of words that were left out; check the pages in `found`. */
  readonly leftOut: number
  /** Native reading with and without looking for hidden text: processor time of the whole process, by file. */
  readonly costs: readonly FileCost[]
  /** Hidden texts, including those that were never among the words: `name p.1 reason: text`. */
  readonly found: readonly string[]
}

export type FileCost = { readonly name: string; readonly msOff: number; readonly msOn: number }

const rounds = 12
/** These rounds are not measured, because code is compiled in them. */
const warmRounds = 2
const maxTextLength = 60

/** Measures false detections of hidden text in documents without any, and the cost of the detection. */
export async function measureHidden(
  reader: Reader,
  samples: readonly Sample[],
): Promise<HiddenScores> {
  const complaints: string[] = []
  let files = 0
  let pages = 0
  let words = 0
  let leftOut = 0
  const readable: Sample[] = []
  for (const sample of samples) {
    const { name, bytes } = sample
    const usual = await readOrNothing(reader, bytes, undefined)
    const visibleText = await readOrNothing(reader, bytes, 'left-out')
    if (!usual || !visibleText) continue
    readable.push(sample)
    files++
    pages += usual.pages.length
    const count = wordsIn(usual)
    words += count
    leftOut += count - wordsIn(visibleText)
    for (const { number, hidden = [] } of visibleText.pages)
      for (const { text, reason } of hidden)
        complaints.push(`${name} p.${number + 1} ${reason}: ${text.slice(0, maxTextLength)}`)
  }
  const costs = await costsOf(reader, readable)
  return { files, pages, words, leftOut, costs, found: complaints }
}

/**
 * Measures each file alternately with and without the detection and takes the minimum, because
 * other load only adds time.
 */
async function costsOf(reader: Reader, samples: readonly Sample[]): Promise<readonly FileCost[]> {
  const costs = samples.map(({ name }) => ({ name, msOff: Infinity, msOn: Infinity }))
  for (let round = 0; round < warmRounds + rounds; round++) {
    for (const [i, { bytes }] of samples.entries()) {
      const timesWithout = await timeOf(reader, bytes, undefined)
      const timesWith = await timeOf(reader, bytes, 'left-out')
      if (round < warmRounds) continue
      costs[i]!.msOff = Math.min(costs[i]!.msOff, timesWithout)
      costs[i]!.msOn = Math.min(costs[i]!.msOn, timesWith)
    }
  }
  return costs
}

type Read = Awaited<ReturnType<Reader['read']>>

const wordsIn = ({ pages }: Read) => pages.reduce((sum, page) => sum + page.words.length, 0)

async function readOrNothing(
  reader: Reader,
  bytes: Uint8Array,
  hidden: 'left-out' | undefined,
): Promise<Read | undefined> {
  try {
    return await reader.read(bytes, omitUndefined({ mode: 'native_text', hidden }))
  } catch (error) {
    if (error instanceof ReadError) return undefined
    throw error
  }
}

async function timeOf(
  reader: Reader,
  bytes: Uint8Array,
  hidden: 'left-out' | undefined,
): Promise<number> {
  const since = process.cpuUsage()
  await readOrNothing(reader, bytes, hidden)
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
