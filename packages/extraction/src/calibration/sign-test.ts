import { cumulativeProbability } from './binomial-bound.ts'

/**
 * Returns the probability that at least so many of the changed answers become right if both prompts are equally good: the exact
 * one-sided sign test, which for pairs of answers is McNemar's. Returns 1 if nothing changed.
 */
export const signTest = ({ fixedCount, brokenCount }: ChangedAnswers): number =>
  fixedCount + brokenCount === 0
    ? 1
    : cumulativeProbability(brokenCount, fixedCount + brokenCount, 0.5)

/** Numbers of answers that became right, and that became wrong. */
export type ChangedAnswers = { readonly fixedCount: number; readonly brokenCount: number }

/**
 * Decides which of several tests are significant, so that the risk that any of them is so by chance stays within `risk`. (Holm, “A simple sequentially rejective multiple test procedure”, Scandinavian Journal of Statistics 6, 1979.)
 */
export function significantTests(
  probabilities: readonly number[],
  risks: readonly number[],
): readonly boolean[] {
  const order = [...probabilities.keys()].toSorted(
    (a, b) => ratio(probabilities, risks, a) - ratio(probabilities, risks, b),
  )
  const significant = new Set<number>()
  for (const [rank, index] of order.entries()) {
    if (ratio(probabilities, risks, index) > 1 / (order.length - rank)) break
    significant.add(index)
  }
  return probabilities.map((_, index) => significant.has(index))
}

const ratio = (probabilities: readonly number[], risks: readonly number[], index: number) =>
  (probabilities[index] ?? 1) / (risks[index] ?? 0)
