import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { type RunUsage, sumUsageByRun } from '../../usage/usage.port.ts'
import { getProject } from '../rows/access.ts'
import { getAverageSeconds, type ScoredOutput } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { type JudgedOutput, judgeOutputs } from './judge-outputs.ts'

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
  const [{ expectedValues, outputs, judgedOutputs }, prompts, profiles, seconds] =
    await Promise.all([
      judgeOutputs(tenant, mode),
      listPromptsOfProjects(tenant, [projectId]),
      listProfilesOfProjects(tenant, [projectId]),
      getAverageSeconds(tenant, mode),
    ])
  const usage = await sumUsageByRun(tenant, [...new Set(outputs.map(({ run_id }) => run_id))])

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

const countScore = (profileId: string, judgedOutputs: readonly JudgedOutput[] = []): Score => ({
  profileId,
  checked: judgedOutputs.length,
  right: judgedOutputs.filter(({ fault }) => fault === undefined).length,
})
