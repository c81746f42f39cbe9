import type { ProjectScores, Score } from '../expected-value.queries.ts'
import type { Prompt } from '../prompt.ts'

/** A prompt with its score under each profile. */
export type ScoreRow = {
  readonly promptId: string
  readonly key: string
  readonly scores: ReadonlyMap<string, Score>
}

/** Returns the rows in the order of the prompts, without prompts of which no output was checked. */
export function scoreRows(
  { prompts: promptScores }: Pick<ProjectScores, 'prompts'>,
  prompts: readonly Prompt[],
): readonly ScoreRow[] {
  const byPrompt = Map.groupBy(promptScores, ({ promptId }) => promptId)
  return prompts
    .map(({ id, key }) => {
      const scores = byPrompt.get(id)
      if (!scores) return undefined
      return { promptId: id, key, scores: new Map(scores.map((score) => [score.profileId, score])) }
    })
    .filter((value) => value !== undefined)
}

/** Returns undefined if nothing was checked. */
export const percentOf = ({ checked, right }: Score): number | undefined =>
  checked === 0 ? undefined : Math.round((right / checked) * 100)
