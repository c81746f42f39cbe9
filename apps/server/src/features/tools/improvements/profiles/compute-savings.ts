import type { ImprovementResultRow } from '../improvements.store.ts'

type ProfileSaving = {
  readonly profileId: string
  readonly promptIds: readonly string[]
  /** Share of the cost of these fields. */
  readonly share: number
  readonly text: string
}

type Savings = {
  readonly savings: readonly ProfileSaving[]
  /** Share of the cost of all compared fields; null if the cost of one is not known, or nothing is recommended. */
  readonly share: number | null
}

type ProfileName = { readonly id: string; readonly name: string }

type ResultToSum = Pick<
  ImprovementResultRow,
  'prompt_id' | 'prompt_key' | 'outcome' | 'after_profile_id' | 'second_score' | 'comparison'
>

/** Sums what the recommended profiles would have saved of the recorded cost of the held-out documents. */
export function computeSavings(
  results: readonly ResultToSum[],
  profiles: readonly ProfileName[],
): Savings {
  const recommendedFields = results.flatMap(toRecommendedField)
  const savings = [...Map.groupBy(recommendedFields, ({ profileId }) => profileId)].map(
    ([profileId, fields]): ProfileSaving => {
      const name = profiles.find(({ id }) => id === profileId)?.name ?? ''
      const share = computeShare(fields)
      return {
        profileId,
        promptIds: fields.map(({ promptId }) => promptId),
        share,
        text: `${describeFields(fields)} by “${name}”: ${toPercent(share)} % less, ${describeLosses(fields)}`,
      }
    },
  )
  if (recommendedFields.length === 0) return { savings, share: null }
  const currentCosts = results.map(findCurrentCost)
  if (currentCosts.some((cost) => cost === null)) return { savings, share: null }
  const total = currentCosts.reduce((sum: number, cost) => sum + (cost ?? 0), 0)
  return { savings, share: total > 0 ? sumSaved(recommendedFields) / total : null }
}

type RecommendedField = {
  readonly promptId: string
  readonly key: string
  readonly profileId: string
  /** Dollars for a document with the current profile and the recommended one. */
  readonly currentDollars: number
  readonly newDollars: number
  readonly checked: number
  readonly lostCount: number
}

function toRecommendedField(result: ResultToSum): readonly RecommendedField[] {
  const { after_profile_id: profileId, second_score: score, comparison } = result
  if (result.outcome !== 'recommended' || profileId === null || !score) return []
  const [currentScore, newScore] = comparison?.heldOut ?? []
  if (currentScore?.dollars == null || newScore?.dollars == null) return []
  return [
    {
      promptId: result.prompt_id,
      key: result.prompt_key,
      profileId,
      currentDollars: currentScore.dollars,
      newDollars: newScore.dollars,
      checked: score.checked,
      lostCount: Math.max(0, score.rightBefore - score.rightAfter),
    },
  ]
}

/** The current profile is the first of both lists. */
const findCurrentCost = ({ comparison }: ResultToSum): number | null =>
  (comparison?.heldOut[0] ?? comparison?.scores[0])?.dollars ?? null

function computeShare(fields: readonly RecommendedField[]): number {
  const total = fields.reduce((sum, { currentDollars }) => sum + currentDollars, 0)
  return total > 0 ? sumSaved(fields) / total : 0
}

const sumSaved = (fields: readonly RecommendedField[]): number =>
  fields.reduce((sum, { currentDollars, newDollars }) => sum + currentDollars - newDollars, 0)

/** Rounds down, so that no more is promised; the rest allows for sums such as 0.1 + 0.2. */
const toPercent = (share: number) => Math.floor(100 * share + 1e-6)

const describeFields = (fields: readonly RecommendedField[]) =>
  `${fields.length === 1 ? 'field' : 'fields'} ${fields.map(({ key }) => key).join(', ')}`

function describeLosses(fields: readonly RecommendedField[]): string {
  const checked = fields.reduce((sum, one) => sum + one.checked, 0)
  const lostCount = fields.reduce((sum, one) => sum + one.lostCount, 0)
  return lostCount === 0
    ? `no loss on ${checked} held-out values`
    : `${lostCount} of ${checked} held-out values lost`
}
