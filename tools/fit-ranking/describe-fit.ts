import type { Example } from './collect-examples.ts'
import type { RankingWeights } from './fit-weights.ts'

const thresholds = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

/** Recall, precision and made-up answers of the most likely value, by the minimum likelihood. */
export function describeFit(examples: readonly Example[], weights: RankingWeights) {
  const answers = examples.map((example) => ({ example, best: findBest(example, weights) }))
  const askedCount = examples.filter(({ hasAnswer }) => hasAnswer).length
  return thresholds.map((minimum) => {
    const shownAnswers = answers.filter(
      ({ best }) => best !== undefined && best.likelihood >= minimum,
    )
    const right = shownAnswers.filter(({ best }) => best?.isRight).length
    const answeredCount = shownAnswers.filter(({ example }) => example.hasAnswer).length
    return {
      minimum,
      recall: (right / askedCount).toFixed(3),
      precision: (right / Math.max(1, answeredCount)).toFixed(3),
      'made up': `${shownAnswers.length - answeredCount} of ${examples.length - askedCount}`,
    }
  })
}

function findBest({ candidates, noneSignals }: Example, { noAnswer, signals }: RankingWeights) {
  const score = (
    weights: Readonly<Record<string, number>>,
    values: Readonly<Record<string, number>>,
  ) =>
    Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (values[name] ?? 0), 0)
  const scores = candidates.map((candidate) => score(signals, candidate.signals))
  const noneScore = score(noAnswer, noneSignals)
  const max = Math.max(noneScore, ...scores)
  const sum = scores.reduce((total, one) => total + Math.exp(one - max), Math.exp(noneScore - max))
  const values = new Map<string, { likelihood: number; isRight: boolean }>()
  for (const [i, { value, isRight }] of candidates.entries()) {
    const earlier = values.get(value)
    values.set(value, {
      likelihood: (earlier?.likelihood ?? 0) + Math.exp((scores[i] ?? 0) - max) / sum,
      isRight: isRight || earlier?.isRight === true,
    })
  }
  return [...values.values()].toSorted((a, b) => b.likelihood - a.likelihood)[0]
}
