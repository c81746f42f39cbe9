import type * as api from '@recto/contract/review-dial'

/** What would go on without review at one promise. */
export type DialStop = {
  /** At most so many wrong values of 1,000. */
  readonly wrong: number
  /** Whether the truths can promise it of any value. */
  readonly isPromised: boolean
  readonly shareOfValues: number
  /** Null where the workflow has read no file. */
  readonly shareOfFiles: number | null
  readonly fewestTruths: number
}

/** The history of a workflow’s project, as far as the dial asks. */
export type DialHistory = {
  readonly truths: number
  readonly files: number
  readonly secondsOfFile: number | null
  /** The strictest first. */
  readonly stops: readonly DialStop[]
}

export const dialFromWire = (wire: api.ReviewDial): DialHistory => ({
  ...{ truths: wire.truths, files: wire.files, secondsOfFile: wire.seconds_a_file },
  stops: wire.stops.map((stop) => ({
    wrong: stop.wrong_per_thousand,
    isPromised: stop.is_promised,
    shareOfValues: stop.share_of_values,
    shareOfFiles: stop.share_of_files,
    fewestTruths: stop.fewest_truths,
  })),
})

/** What the dial stands at when it is switched on. */
export const usualWrong = 20

/** The stop that holds at such a promise: the next stricter one where none is the same. */
export const stopAt = ({ stops }: DialHistory, wrong: number): DialStop | undefined =>
  stops.findLast((stop) => stop.wrong <= wrong) ?? stops[0]

const number = new Intl.NumberFormat('en-US')

/** Of 1,000 files: how many reviews are saved, and the time that they would have taken. */
export function savingOf({ secondsOfFile }: DialHistory, shareOfFiles: number): string {
  const reviews = Math.round(1000 * shareOfFiles)
  const saved = `Saves ${number.format(reviews)} of 1,000 reviews`
  if (secondsOfFile === null) return `${saved}.`
  const own = `if each takes ${sayTime(secondsOfFile)}, as reviews of the last 30 days did by their fields`
  return `${saved}: ${sayTime(reviews * secondsOfFile)}, ${own}.`
}

function sayTime(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 ? `${number.format(hours)} h` : `${number.format(hours)} h ${rest} min`
}

/** Why nothing goes on, where the truths cannot promise it. */
export function whyNotPromised({ truths }: DialHistory, { wrong, fewestTruths }: DialStop): string {
  if (truths < fewestTruths) {
    return `${count(truths)} so far. At most ${wrong} wrong of 1,000 can be promised from ${number.format(fewestTruths)} on, all of them right; with wrong ones among them it takes more. Approved reviews and values marked in the studio are truths.`
  }
  return `${count(truths)} so far, and too many of the surest values were wrong to promise ${wrong} of 1,000.`
}

const count = (truths: number) =>
  truths === 1 ? 'There is 1 truth' : `There are ${number.format(truths)} truths`
