/** Number of documents after which a series is watched; before, nothing is known of it. */
export const minReference = 50

/**
 * Bets on small p-values: `share` of the money is on those below `cut`. Together they cover changes of a few documents in
 * a hundred up to nearly all of them.
 */
const bets = [
  [0.02, 0.1],
  [0.02, 0.3],
  [0.05, 0.25],
  [0.05, 0.5],
  [0.1, 0.3],
  [0.1, 0.6],
  [0.2, 0.5],
  [0.2, 0.8],
  [0.4, 0.7],
  [0.4, 0.9],
].map(([cut = 0, share = 0]) => ({
  cut,
  gain: share / cut,
  loss: (1 - share) / (1 - cut),
}))

/** Scores that are too new to say how much neighbors have in common: they may be after the change. */
const newestScores = 50
/** Number of scores after which it is computed again. */
const discountInterval = 25

/** Positions in a series: the first one after the change, and the one at which it was noticed. */
export type SeriesChange = { readonly start: number; readonly end: number }

type ChangeSearch = {
  /** Scores in the order of the documents; a higher one is worse. */
  readonly scores: readonly number[]
  /** A number from 0 to 1 for each document, which decides between equal scores. */
  readonly ties: readonly number[]
  /** Average number of documents until a change is reported although there is none. */
  readonly threshold: number
  /** Whether a change is large enough to be reported. */
  readonly isRelevant: (change: SeriesChange) => boolean
}

/**
 * Finds the first position at which scores have become worse than all earlier ones; `undefined` if there is none.
 *
 * Each score gets the p-value of its rank among all scores before it. As long as nothing changes, these are independent and
 * uniform, whatever the distribution and however few documents there are, so that nothing has to be estimated. (Vovk, Nouretdinov
 * and Gammerman, “Testing exchangeability on-line”, 2003.) A Shiryaev–Roberts statistic over bets against them then reports a
 * false change after `threshold` documents on average, or later. (Vovk, Petej, Nouretdinov, Ahlberg, Carlsson and Gammerman, “Retrain or
 * not retrain: conformal test martingales for change-point detection”, 2021.) The start of the change is where the means differ most.
 */
export function findChange({
  scores,
  ties,
  threshold,
  isRelevant,
}: ChangeSearch): SeriesChange | undefined {
  const sortedScores: number[] = []
  const state = createBetState()
  for (const [position, score] of scores.entries()) {
    const pValue = insertScore(sortedScores, score, ties[position] ?? 0.5)
    if (position < minReference) continue
    if (position % discountInterval === 0) discountBets(state, findDependence(scores, position))
    if (placeBets(state, pValue, threshold) < threshold) continue
    const change = { start: findStart(scores, position), end: position }
    if (isRelevant(change)) return change
  }
  return undefined
}

/** Number of documents that are after a change, at least. */
const minAfter = 4

/** Returns where the difference between the means before and after is most significant. */
function findStart(scores: readonly number[], end: number): number {
  const count = end + 1
  let total = 0
  for (let index = 0; index < count; index++) total += scores[index] ?? 0
  let bestStart = minReference
  let maxSquare = 0
  let sumAfter = 0
  for (let start = end; start >= minReference; start--) {
    sumAfter += scores[start] ?? 0
    const laterCount = count - start
    if (laterCount < minAfter) continue
    const difference = sumAfter / laterCount - (total - sumAfter) / start
    const square = difference > 0 ? (difference ** 2 * laterCount * start) / count : 0
    if (square <= maxSquare) continue
    maxSquare = square
    bestStart = start
  }
  return bestStart
}

/**
 * Returns by how much neighbors have in common that they count for fewer documents: the variance of the means of blocks of √n
 * scores, compared with that of as many independent ones; 1 if they have nothing in common. (Method of
 * batch means: Flegal and Jones, “Batch means and spectral variance estimators in Markov chain Monte Carlo”, Annals of Statistics 38, 2010.)
 */
function findDependence(scores: readonly number[], position: number): number {
  const count = position - newestScores
  if (count < minReference) return 1
  const length = Math.floor(Math.sqrt(count))
  const blockCount = Math.floor(count / length)
  const scoreCount = blockCount * length
  let total = 0
  for (let index = 0; index < scoreCount; index++) total += scores[index] ?? 0
  const mean = total / scoreCount
  let squares = 0
  let blockSquares = 0
  for (let first = 0; first < scoreCount; first += length) {
    let blockSum = 0
    for (let index = first; index < first + length; index++) {
      const deviation = (scores[index] ?? 0) - mean
      blockSum += deviation
      squares += deviation ** 2
    }
    blockSquares += blockSum ** 2
  }
  if (squares === 0) return 1
  return Math.max(1, (blockSquares * (scoreCount - 1)) / ((blockCount - 1) * squares * length))
}

type BetState = {
  /** Factors by which each bet gains and loses. */
  readonly gains: Float64Array
  readonly losses: Float64Array
  /** Shiryaev–Roberts statistic of each bet. */
  readonly statistics: Float64Array
}

const createBetState = (): BetState => ({
  gains: Float64Array.from(bets, ({ gain }) => gain),
  losses: Float64Array.from(bets, ({ loss }) => loss),
  statistics: new Float64Array(bets.length),
})

/** Lets scores that depend on each other count for fewer. By Jensen's inequality, bets that were fair stay so. */
function discountBets({ gains, losses }: BetState, dependence: number): void {
  for (const [index, { gain, loss }] of bets.entries()) {
    gains[index] = gain ** (1 / dependence)
    losses[index] = loss ** (1 / dependence)
  }
}

const cuts = Float64Array.from(bets, ({ cut }) => cut)

/**
 * Returns the mean of the statistics after the next p-value. Each is bounded, so that it falls again soon if what it noticed was not
 * relevant.
 */
function placeBets(
  { gains, losses, statistics }: BetState,
  pValue: number,
  threshold: number,
): number {
  const maxStatistic = threshold * cuts.length
  let total = 0
  for (let index = 0; index < cuts.length; index++) {
    const factor = (pValue < (cuts[index] ?? 0) ? gains[index] : losses[index]) ?? 1
    const statistic = Math.min(maxStatistic, (1 + (statistics[index] ?? 0)) * factor)
    statistics[index] = statistic
    total += statistic
  }
  return total / cuts.length
}

/** Inserts a score, and returns the p-value of its rank among the scores so far. */
function insertScore(sortedScores: number[], score: number, tie: number): number {
  const first = countBelow(sortedScores, score, false)
  const end = countBelow(sortedScores, score, true)
  const worseCount = sortedScores.length - end
  const equalCount = end - first + 1
  sortedScores.splice(end, 0, score)
  return (worseCount + tie * equalCount) / sortedScores.length
}

/** Counts the scores that are below one, or below and equal to it. */
function countBelow(sortedScores: readonly number[], score: number, isInclusive: boolean): number {
  let low = 0
  let high = sortedScores.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const value = sortedScores[middle] ?? 0
    if (value < score || (isInclusive && value === score)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns a number from 0 to 1 that depends on the text alone, so that a search can be repeated. */
export function tieOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}
