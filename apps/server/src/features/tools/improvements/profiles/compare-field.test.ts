import { expect, test } from 'vitest'
import { createCases, createRandom } from '../testing/simulated-fields.ts'
import { compareField } from './compare-field.ts'
import { computeSavings } from './compute-savings.ts'

type Simulation = {
  /** Share of right answers by profile; the first is the current one. */
  readonly accuracies: readonly number[]
  readonly prices: readonly (number | null)[]
  readonly valueCount?: number
  readonly tolerance?: number
  readonly random?: () => number
  /** Whether another field is right with a profile. */
  readonly isOtherRight?: (profileId: string) => boolean
}

const compare = ({
  accuracies,
  prices,
  valueCount = 40,
  tolerance = 0,
  random,
  isOtherRight = () => true,
}: Simulation) => {
  const callCounts = new Map<string, number>()
  return compareField({
    currentId: '0',
    otherIds: accuracies.map((_, index) => String(index)).slice(1),
    cases: createCases(valueCount),
    tolerance,
    risk: 0.05,
    answer: async (profileId, { hash }) => {
      const accuracy = accuracies[Number(profileId)] ?? 0
      const count = callCounts.get(profileId) ?? 0
      callCounts.set(profileId, count + 1)
      // Without chance, each part has exactly that share of right answers.
      const share = random ? random() : Math.floor(Number(hash) / 2) / (valueCount / 2)
      const isRight = share < accuracy
      return {
        value: isRight ? 'right' : 'wrong',
        isRight,
        others: new Map([['total', isOtherRight(profileId)]]),
        cost: { dollars: prices[Number(profileId)] ?? null, seconds: 1 },
      }
    },
  })
}

test.each([
  ['recommended', '2', { accuracies: [0.9, 0.9, 0.9], prices: [10, 5, 1] }],
  ['recommended', '1', { accuracies: [0.9, 1, 0.8], prices: [10, 5, 1] }],
  ['recommended', '2', { accuracies: [0.9, 0.9, 0.8], prices: [10, 5, 1], tolerance: 10 }],
  ['not_as_good', undefined, { accuracies: [1, 0.95], prices: [10, 1], tolerance: 4 }],
  ['cheapest', undefined, { accuracies: [0.5, 1, 1], prices: [1, 5, null] }],
  ['unpriced', undefined, { accuracies: [1, 1], prices: [null, 1] }],
  ['unpriced', undefined, { accuracies: [1, 1], prices: [1, null] }],
  [
    'not_as_good',
    undefined,
    { accuracies: [1, 1], prices: [10, 1], isOtherRight: (id: string) => id === '0' },
  ],
  ['unanswered', undefined, { accuracies: [1, 1], prices: [10, 1], valueCount: 0 }],
] as const)('says %s and chooses %s for %o', async (kind, chosenId, simulation) => {
  const outcome = await compare(simulation)
  expect(outcome.kind).toBe(kind)
  expect('chosenId' in outcome ? outcome.chosenId : undefined).toBe(chosenId)
})

test('the stated loss is exceeded in at most 5 % of simulated fields', async () => {
  const random = createRandom(11)
  let exceededCount = 0
  const fieldCount = 500
  for (let field = 0; field < fieldCount; field++) {
    const current = 0.7 + 0.3 * random()
    const loss = 0.3 * random()
    const outcome = await compare({
      accuracies: [current, current - loss],
      prices: [10, 1],
      valueCount: 20 + 2 * Math.floor(40 * random()),
      tolerance: 5,
      random,
    })
    if (outcome.kind === 'recommended' && loss > outcome.maxLoss) exceededCount += 1
  }
  expect(exceededCount).toBeLessThanOrEqual(0.05 * fieldCount)
})

test('40 values without a loss exclude one of more than 7 points, and savings are of the recorded cost', async () => {
  const outcome = await compare({ accuracies: [1, 1], prices: [10, 2.9], valueCount: 80 })
  expect(outcome.kind === 'recommended' && outcome.maxLoss).toBeCloseTo(1 - 0.05 ** (1 / 40))
  if (outcome.kind !== 'recommended') return
  const { scores, heldOut, maxLoss, second } = outcome
  const fieldOf = (key: string) => ({
    prompt_id: key,
    prompt_key: key,
    outcome: 'recommended',
    after_profile_id: '1',
    second_score: second,
    comparison: { scores, heldOut, maxLoss },
  })
  const otherField = { ...fieldOf('c'), outcome: 'not_as_good', after_profile_id: null }
  const profiles = [{ id: '1', name: 'Small' }]
  const { savings, share } = computeSavings([fieldOf('a'), fieldOf('b'), otherField], profiles)
  expect(savings.map(({ text }) => text)).toEqual([
    'fields a, b by “Small”: 71 % less, no loss on 80 held-out values',
  ])
  expect(share).toBeCloseTo((0.71 * 2) / 3)
  const unpricedField = { ...otherField, comparison: null }
  expect(computeSavings([fieldOf('a'), unpricedField], profiles).share).toBeNull()
  expect(computeSavings([otherField], profiles)).toEqual({ savings: [], share: null })
})
