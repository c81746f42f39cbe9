/** Number of bisections of an interval of length 1, which is more precise than any use needs. */
const bisections = 50

/**
 * Returns the upper end of the one-sided Clopper–Pearson interval: the highest rate at which
 * `events` or fewer in so many trials still have a probability of `risk`. Returns 1 when there are
 * no trials. (Clopper and Pearson, “The use of confidence or fiducial limits illustrated in the
 * case of the binomial”, Biometrika 26, 1934.)
 */
export function upperBound(events: number, trials: number, risk: number): number {
  if (events >= trials) return 1
  let low = events / trials
  let high = 1
  for (let turn = 0; turn < bisections; turn++) {
    const middle = (low + high) / 2
    if (cumulativeProbability(events, trials, middle) > risk) low = middle
    else high = middle
  }
  return high
}

/** Returns the lower end of the same interval; 0 when there were no events. */
export const lowerBound = (events: number, trials: number, risk: number): number =>
  1 - upperBound(trials - events, trials, risk)

/** Returns the probability of `events` or fewer in the given number of trials. */
export function cumulativeProbability(events: number, trials: number, rate: number): number {
  if (rate <= 0) return 1
  if (rate >= 1) return events >= trials ? 1 : 0
  const step = Math.log(rate) - Math.log1p(-rate)
  let logTerm = trials * Math.log1p(-rate)
  let sum = Math.exp(logTerm)
  for (let count = 1; count <= events; count++) {
    logTerm += Math.log((trials - count + 1) / count) + step
    sum += Math.exp(logTerm)
  }
  return Math.min(1, sum)
}
