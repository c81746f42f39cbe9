import type { Prompt } from '../prompt.ts'
import type { ProjectScores, Score } from '../truth.queries.ts'

/** One prompt with its score under each profile. */
export type ScoreRow = {
  readonly promptId: string
  readonly key: string
  readonly scores: ReadonlyMap<string, Score>
}

/** In the order of the prompts; those of which no output was checked are left out. */
export function scoreRows(
  { prompts: scored }: Pick<ProjectScores, 'prompts'>,
  prompts: readonly Prompt[],
): readonly ScoreRow[] {
  const byPrompt = Map.groupBy(scored, ({ promptId }) => promptId)
  return prompts.flatMap(({ id, key }) => {
    const scores = byPrompt.get(id)
    if (!scores) return []
    return [{ promptId: id, key, scores: new Map(scores.map((one) => [one.profileId, one])) }]
  })
}

/** Undefined where nothing was checked. */
export const percentOf = ({ checked, right }: Score): number | undefined =>
  checked === 0 ? undefined : Math.round((right / checked) * 100)
