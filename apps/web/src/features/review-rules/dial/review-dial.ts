import type * as api from '@recto/contract/review/review-dial'
import { getReviewDial } from '@recto/contract/review/review-dial'
import { readAs } from '../../../shared/api/requests.ts'
import { formatDuration } from '../../../shared/words/measures.ts'

/** Effect of one target error rate on how much skips the review. */
export type DialStop = {
  /** Maximum number of wrong values per 1,000. */
  readonly wrongPerThousand: number
  /** Whether the expected values suffice to guarantee it for any value. */
  readonly isGuaranteed: boolean
  readonly shareOfValues: number
  /** Null if the workflow has not processed any files. */
  readonly shareOfFiles: number | null
  readonly minExpectedValues: number
}

/** The review history of a workflow's project that the setting is based on. */
export type DialHistory = {
  readonly expectedValueCount: number
  readonly files: number
  readonly secondsOfFile: number | null
  /** Sorted from strict to lenient. */
  readonly stops: readonly DialStop[]
}

const dialFromWire = (wire: api.ReviewDial): DialHistory => ({
  expectedValueCount: wire.truths,
  files: wire.files,
  secondsOfFile: wire.seconds_a_file,
  stops: wire.stops.map((stop) => ({
    wrongPerThousand: stop.wrong_per_thousand,
    isGuaranteed: stop.is_promised,
    shareOfValues: stop.share_of_values,
    shareOfFiles: stop.share_of_files,
    minExpectedValues: stop.fewest_truths,
  })),
})

/** Initial value when the setting is switched on. */
export const defaultWrongPerThousand = 20

/** Returns the stop for a target error rate: the same or the next stricter one. */
export const findStop = ({ stops }: DialHistory, wrongPerThousand: number): DialStop | undefined =>
  stops.findLast((stop) => stop.wrongPerThousand <= wrongPerThousand) ?? stops[0]

const number = new Intl.NumberFormat('en-US')

/** Describes how many of 1,000 reviews are saved, and how much time. */
export function describeSavings({ secondsOfFile }: DialHistory, shareOfFiles: number): string {
  const reviews = Math.round(1000 * shareOfFiles)
  const savedText = `Saves ${number.format(reviews)} of 1,000 reviews`
  if (secondsOfFile === null) return `${savedText}.`
  const assumption = `if each takes ${formatDuration(Math.round(secondsOfFile))}, estimated from the reviews of the last 30 days`
  return `${savedText}: ${formatDuration(reviews * secondsOfFile)}, ${assumption}.`
}

/** Explains why the expected values cannot guarantee a target error rate. */
export function explainMissingGuarantee(
  { expectedValueCount }: DialHistory,
  { wrongPerThousand, minExpectedValues }: DialStop,
): string {
  if (expectedValueCount < minExpectedValues) {
    return `${count(expectedValueCount)} so far. A guarantee of at most ${wrongPerThousand} wrong values per 1,000 needs at least ${number.format(minExpectedValues)}, and more if some of the extracted values were wrong. Values approved in review or confirmed in Prompt Studio count toward this total.`
  }
  return `${count(expectedValueCount)} so far. Too many high-confidence values were wrong to guarantee at most ${wrongPerThousand} wrong values per 1,000.`
}

const count = (expectedValueCount: number) =>
  expectedValueCount === 1
    ? 'There is 1 expected value'
    : `There are ${number.format(expectedValueCount)} expected values`

export const dialOf = (workflowId: string) =>
  readAs(getReviewDial, { params: { workflow_id: workflowId } }, dialFromWire)
