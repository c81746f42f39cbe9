import { ReadError } from '@recto/document-text/read-error'
import type { Reader } from '@recto/document-text/reader'
import { omitUndefined } from '@recto/omit-undefined'
import type { Sample } from './samples.ts'

export type EmbeddedScores = {
  readonly files: number
  /** Files with any machine-readable value. */
  readonly withValues: number
  /** Milliseconds that the search adds to the native reading of each file, sorted. */
  readonly addedTimes: readonly number[]
  /** The same when no picture of the file is known. */
  readonly addedUnknown: readonly number[]
  /** Milliseconds of the search in a task of its own, sorted. */
  readonly timesAlone: readonly number[]
}

const rounds = 12
/** These rounds are not measured, because code is compiled in them. */
const warmRounds = 3

type FileTimes = { msOff: number; msOn: number; msUnknown: number; msAlone: number }

/**
 * Measures what the search for embedded data adds to reading a PDF natively. The ways of reading a
 * file alternate and the minimum of each counts, because other load only adds time.
 */
export async function measureEmbedded(
  reader: Reader,
  samples: readonly Sample[],
): Promise<EmbeddedScores> {
  const times: FileTimes[] = []
  let withValues = 0
  for (const { bytes } of samples) {
    if (!(await readTimed(reader, bytes, undefined))) continue
    const best: FileTimes = {
      msOff: Infinity,
      msOn: Infinity,
      msUnknown: Infinity,
      msAlone: Infinity,
    }
    for (let round = 0; round < warmRounds + rounds; round++)
      await measureRound(reader, bytes, { best, round })
    times.push(best)
    if ((await reader.readEmbedded(bytes)).values.length > 0) withValues++
  }
  const sorted = (milliseconds: (one: FileTimes) => number) =>
    times.map(milliseconds).toSorted((a, b) => a - b)
  return {
    files: times.length,
    withValues,
    addedTimes: sorted(({ msOn, msOff }) => msOn - msOff),
    addedUnknown: sorted(({ msUnknown, msOff }) => msUnknown - msOff),
    timesAlone: sorted(({ msAlone }) => msAlone),
  }
}

type Round = { readonly best: FileTimes; readonly round: number }

async function measureRound(
  reader: Reader,
  bytes: Uint8Array,
  { best, round }: Round,
): Promise<void> {
  const msOff = await readTimed(reader, bytes, undefined)
  const msOn = await readTimed(reader, bytes, 'known')
  const msUnknown = await readTimed(reader, bytes, `unknown ${round}`)
  const start = performance.now()
  await reader.readEmbedded(bytes, { cacheScope: 'known' })
  const msAlone = performance.now() - start
  if (round < warmRounds) return
  best.msOff = Math.min(best.msOff, msOff ?? Infinity)
  best.msOn = Math.min(best.msOn, msOn ?? Infinity)
  best.msUnknown = Math.min(best.msUnknown, msUnknown ?? Infinity)
  best.msAlone = Math.min(best.msAlone, msAlone)
}

/** Returns the milliseconds of a native reading; `undefined` for a file that is refused. */
async function readTimed(
  reader: Reader,
  bytes: Uint8Array,
  cacheScope: string | undefined,
): Promise<number | undefined> {
  const looksForEmbedded = cacheScope !== undefined
  const options = {
    mode: 'native_text',
    looksForEmbedded,
    ...omitUndefined({ cacheScope }),
  } as const
  const start = performance.now()
  try {
    await reader.readStored(bytes, options)
  } catch (error) {
    if (error instanceof ReadError) return undefined
    throw error
  }
  return performance.now() - start
}
