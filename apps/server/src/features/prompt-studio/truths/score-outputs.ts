import { sameValue } from '@recto/extraction/same-value'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { openTimeSlices } from '../../../platform/time-slices.ts'
import { usageOfRuns } from '../../usage/usage.port.ts'
import { getProject } from '../rows/get-project.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import {
  averageSeconds,
  listScoredOutputs,
  type ScoredOutput,
} from '../rows/scored-outputs.store.ts'
import { listTruthRows } from '../rows/truths.store.ts'

type Judged = Pick<ScoredOutput, 'prompt_id' | 'document_id' | 'profile_id'> & {
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
  readonly outputs: readonly Judged[]
}

/** Compares every output that has a truth with it, and counts by profile and by prompt. */
export async function scoreOutputs(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<Scores> {
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const mode = { projectId, isSinglePass: project.single_pass }
  const [all, outputs, prompts, profiles, seconds] = await Promise.all([
    listTruthRows(tenant, projectId),
    listScoredOutputs(tenant, mode),
    listPromptsOfProjects(tenant, [projectId]),
    listProfilesOfProjects(tenant, [projectId]),
    averageSeconds(tenant, mode),
  ])
  // Of two that contradict each other none is known to be right.
  const truths = all.filter(({ other_at }) => other_at === null)
  const usage = await usageOfRuns(tenant, [...new Set(outputs.map(({ run_id }) => run_id))])
  const typeOf = new Map(prompts.map(({ id, enforce_type }) => [id, enforce_type]))
  const truthOf = new Map(truths.map((truth) => [nameOf(truth), truth.value]))

  const judged: Judged[] = []
  const slice = openTimeSlices()
  for (const output of outputs) {
    const truth = truthOf.get(nameOf(output))
    if (truth === undefined) continue
    const { prompt_id, document_id, profile_id } = output
    const isRight = sameValue(typeOf.get(prompt_id) ?? 'text', truth, output.output)
    judged.push({ prompt_id, document_id, profile_id, isRight })
    await slice()
  }

  const byProfile = Map.groupBy(judged, ({ profile_id }) => profile_id)
  const byPrompt = Map.groupBy(judged, ({ prompt_id, profile_id }) => `${prompt_id}/${profile_id}`)
  const dollars = dollarsBy(outputs, usage)
  return {
    truths: truths.length,
    profiles: profiles.map(({ id }) => ({
      ...countOf(id, byProfile.get(id)),
      dollars: dollars.get(id) ?? null,
      seconds: seconds.get(id) ?? null,
    })),
    prompts: prompts.flatMap(({ id: promptId }) => {
      const scores = profiles.map(({ id }) => ({
        promptId,
        ...countOf(id, byPrompt.get(`${promptId}/${id}`)),
      }))
      return scores.filter(({ checked }) => checked > 0)
    }),
    outputs: judged,
  }
}

type Usage = Awaited<ReturnType<typeof usageOfRuns>>

/** What the outputs of each profile have cost; runs that several share count once. */
function dollarsBy(outputs: readonly ScoredOutput[], usage: Usage): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  const counted = new Set<string>()
  for (const { profile_id, run_id } of outputs) {
    const cost = usage.get(run_id)?.costInDollars
    const name = `${profile_id}/${run_id}`
    if (cost == null || counted.has(name)) continue
    counted.add(name)
    sums.set(profile_id, (sums.get(profile_id) ?? 0) + cost)
  }
  return sums
}

type Spot = { readonly prompt_id: string; readonly document_id: string }
const nameOf = ({ prompt_id, document_id }: Spot) => `${prompt_id}/${document_id}`

const countOf = (profileId: string, judged: readonly Judged[] = []): Score => ({
  profileId,
  checked: judged.length,
  right: judged.filter(({ isRight }) => isRight).length,
})
