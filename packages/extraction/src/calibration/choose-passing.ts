import { upperBound } from './binomial-bound.ts'
import { chooseThreshold, fewestRight, usualRisk } from './choose-threshold.ts'
import type { Judged } from './judged.ts'

/** What a project knows of its values: those that the machine gave, and those of which it said nothing. */
export type History = {
  readonly given: readonly Judged[]
  /** Whether the document had nothing to say either. */
  readonly empty: readonly Pick<Judged, 'isRight'>[]
}

/** What can pass without review so that a promise is kept. */
export type Passing = {
  readonly wrongPerThousand: number
  /** Given values that are at least so sure pass; `null`: none of them can. */
  readonly threshold: number | null
  /** Whether it passes that a field has no value. */
  readonly passesEmpty: boolean
  /** Of all values of the history, 0 to 1. */
  readonly share: number
  /** So many right values without an exception are the fewest that can promise it. */
  readonly fewest: number
}

/**
 * Given and empty values are promised apart, and what passes of both keeps the promise if each does; they share the risk
 * where there are both.
 */
export function choosePassing({ given, empty }: History, wrongPerThousand: number): Passing {
  const parts = given.length > 0 && empty.length > 0 ? 2 : 1
  const risk = usualRisk / parts
  const rate = wrongPerThousand / 1000
  const found = chooseThreshold(given, { wrongPerThousand, risk })
  const wrong = empty.filter(({ isRight }) => !isRight).length
  const passesEmpty = empty.length > 0 && upperBound(wrong, empty.length, risk) <= rate
  const passing = (found?.share ?? 0) * given.length + (passesEmpty ? empty.length : 0)
  return {
    wrongPerThousand,
    threshold: found?.threshold ?? null,
    passesEmpty,
    share: passing / Math.max(1, given.length + empty.length),
    fewest: fewestRight({ wrongPerThousand, risk }),
  }
}

/** At which promises the dial stands still; between two of them the stricter one holds. */
const dialStops: readonly number[] = [
  ...[1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500],
]

/** The strictest first. */
export const choosePassings = (history: History): readonly Passing[] =>
  dialStops.map((wrongPerThousand) => choosePassing(history, wrongPerThousand))

/** A value of a document as a run has it. */
export type RunValue =
  /** How sure it is, 0 to 1; 0 where nothing supports it. */
  | { readonly confidence: number }
  /** The document is said to have none. */
  | 'empty'
  /** It could not be read. */
  | 'failed'

/** Whether a value may go on without review. */
export function passes({ threshold, passesEmpty }: Passing, value: RunValue): boolean {
  if (value === 'failed') return false
  if (value === 'empty') return passesEmpty
  return threshold !== null && value.confidence >= threshold
}
