import { isSameValue } from '@recto/extraction/same-value'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { createTimeSlicer } from '../../../platform/time-slicer.ts'
import { type RunUsage, sumUsageByRun } from '../../usage/usage.port.ts'
import { getProject } from '../rows/access.ts'
import { listExpectedValueRows } from '../rows/expected-values.store.ts'
import { getAverageSeconds, listScoredOutputs, type ScoredOutput } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

type JudgedOutput = Pick<ScoredOutput, 'prompt_id' | 'document_id' | 'profile_id'> & {
  readonly isRight: boolean
}
type Score = { readonly profileId: string; readonly checked: number; readonly right: number }

export type Scores = {
  readonly truths: number
  readonly profiles: readonly (Score & {
    readonly dollars: number | null
    readonly seconds: number | null
  })[]
  readonly prompts: readonly (Score & { readonly promptId: string })[]
  readonly outputs: readonly JudgedOutput[]
}

/** Compares every output with its expected value, and counts matches by profile and by prompt. */
export async function scoreOutputs(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<Scores> {
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const mode = { projectId, isSinglePass: project.single_pass }
  const [allValues, outputs, prompts, profiles, seconds] = await Promise.all([
    listExpectedValueRows(tenant, projectId),
    listScoredOutputs(tenant, mode),
    listPromptsOfProjects(tenant, [projectId]),
    listProfilesOfProjects(tenant, [projectId]),
    getAverageSeconds(tenant, mode),
  ])
  // If two values contradict each other, neither is known to be right.
  const expectedValues = allValues.filter(({ other_at }) => other_at === null)
  const usage = await sumUsageByRun(tenant, [...new Set(outputs.map(({ run_id }) => run_id))])
  const typesByPrompt = new Map(prompts.map(({ id, enforce_type }) => [id, enforce_type]))
  const valuesByKey = new Map(
    expectedValues.map((expectedValue) => [toValueKey(expectedValue), expectedValue.value]),
  )

  const judgedOutputs: JudgedOutput[] = []
  const slice = createTimeSlicer()
  for (const output of outputs) {
    const expectedValue = valuesByKey.get(toValueKey(output))
    if (expectedValue === undefined) continue
    const { prompt_id, document_id, profile_id } = output
    const isRight = isSameValue(
      typesByPrompt.get(prompt_id) ?? 'text',
      expectedValue,
      output.output,
    )
    judgedOutputs.push({ prompt_id, document_id, profile_id, isRight })
    await slice()
  }

  const byProfile = Map.groupBy(judgedOutputs, ({ profile_id }) => profile_id)
  const byPrompt = Map.groupBy(
    judgedOutputs,
    ({ prompt_id, profile_id }) => `${prompt_id}/${profile_id}`,
  )
  const dollars = sumDollarsByProfile(outputs, usage)
  return {
    truths: expectedValues.length,
    profiles: profiles.map(({ id }) => ({
      ...countScore(id, byProfile.get(id)),
      dollars: dollars.get(id) ?? null,
      seconds: seconds.get(id) ?? null,
    })),
    prompts: prompts.flatMap(({ id: promptId }) => {
      const scores = profiles.map(({ id }) => ({
        promptId,
        ...countScore(id, byPrompt.get(`${promptId}/${id}`)),
      }))
      return scores.filter(({ checked }) => checked > 0)
    }),
    outputs: judgedOutputs,
  }
}

type Usage = ReadonlyMap<string, RunUsage>

/** Sums the cost of each profile's outputs. A run shared by several outputs counts once. */
function sumDollarsByProfile(
  outputs: readonly ScoredOutput[],
  usage: Usage,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  const countedRuns = new Set<string>()
  for (const { profile_id, run_id } of outputs) {
    const cost = usage.get(run_id)?.costInDollars
    const key = `${profile_id}/${run_id}`
    if (cost == null || countedRuns.has(key)) continue
    countedRuns.add(key)
    sums.set(profile_id, (sums.get(profile_id) ?? 0) + cost)
  }
  return sums
}

type ValueKey = { readonly prompt_id: string; readonly document_id: string }
const toValueKey = ({ prompt_id, document_id }: ValueKey) => `${prompt_id}/${document_id}`

const countScore = (profileId: string, judgedOutputs: readonly JudgedOutput[] = []): Score => ({
  profileId,
  checked: judgedOutputs.length,
  right: judgedOutputs.filter(({ isRight }) => isRight).length,
})
