import { countNeeded, decideOutcomes } from '../measure/decide-outcomes.ts'
import { type CandidateWording, type FieldCase, improveField } from '../measure/improve-field.ts'

/** Returns numbers from 0 to 1 that look random, and the same ones for the same seed. (Park and Miller, 1988.) */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

type SimulatedField = {
  readonly random: () => number
  readonly valueCount: number
  readonly currentPrompt: string
  readonly candidates: readonly CandidateWording[]
  /** Share of right answers with a prompt. */
  readonly accuracyOf: (prompt: string) => number
  readonly earlierTests?: number
}

/** Improves a field whose answers are right at random, and returns the prompt that is proposed. */
export async function improveSimulatedField({
  random,
  valueCount,
  currentPrompt,
  candidates,
  accuracyOf,
  earlierTests = 0,
}: SimulatedField): Promise<string | undefined> {
  const answers = new Map<string, boolean>()
  const measurement = await improveField({
    current: { prompt: currentPrompt, type: 'text' },
    cases: createCases(valueCount),
    neededCount: countNeeded(earlierTests),
    propose: async () => ({ candidates }),
    answer: async ({ prompt }, { hash }) => {
      const key = `${prompt}/${hash}`
      const isRight = answers.get(key) ?? random() < accuracyOf(prompt)
      answers.set(key, isRight)
      return { value: isRight ? 'right' : 'wrong', isRight, others: new Map() }
    },
  })
  if (measurement.kind !== 'tested') return undefined
  const { chance, candidate, worseKeys } = measurement
  const [outcome] = decideOutcomes([
    { chance, earlierTests, isWorseElsewhere: worseKeys.length > 0 },
  ])
  return outcome === 'proposed' ? candidate.prompt : undefined
}

/** Makes expected values that are on either side by turns. */
export const createCases = (count: number): readonly FieldCase[] =>
  Array.from({ length: count }, (_, index) => ({
    hash: String(index),
    part: index % 2 === 0 ? 'first' : 'second',
    expectedValue: 'right',
  }))
