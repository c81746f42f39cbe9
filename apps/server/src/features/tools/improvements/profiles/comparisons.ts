import { isDeepStrictEqual } from 'node:util'
import { AppError, conflict, invalid, notFound } from '../../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../../adapters/adapters.port.ts'
import type { AnsweringDependencies } from '../../../answering/answering.port.ts'
import { recordChange } from '../../../organizations/organizations.port.ts'
import {
  type LlmProfileRow,
  loadProject,
  type ProjectParts,
  updatePrompt,
} from '../../../prompt-studio/prompt-studio.port.ts'
import { buildProfileFields, OutputOfProfile } from '../../tool-metadata.ts'
import { cancelRun, findRun, hasContextChanged } from '../find-run.ts'
import {
  type ImprovementResultRow,
  type ImprovementRow,
  listImprovementRows,
  listResults,
  saveDecision,
} from '../improvements.store.ts'
import { findMeasurablePrompts, queueRun } from '../queue-run.ts'

type ProjectRef = { readonly actor: Actor; readonly projectId: string }
type ComparisonRef = ProjectRef & { readonly id: string }

type NewComparisonRequest = ProjectRef & {
  readonly promptIds: readonly string[]
  readonly profileIds: readonly string[]
  readonly tolerance: number
  readonly budgetCalls: number
  readonly budgetDollars: number | null
}

/** Queues the comparison. Refuses what cannot be compared before anything is paid. */
export async function startComparison(
  ctx: AnsweringDependencies & Pick<Context, 'config' | 'db' | 'jobs'>,
  { actor, projectId, promptIds, profileIds, tolerance, ...limits }: NewComparisonRequest,
): Promise<ImprovementRow> {
  const parts = await loadProject(ctx, { actor, projectId })
  if (parts.project.single_pass) {
    throw conflict(
      'A single pass answers all prompts with the default profile, so a prompt cannot have a cheaper one. Turn the single pass off, or choose another default profile.',
    )
  }
  const tenant = tenantOf(ctx, actor)
  const request = { projectId, promptIds, verb: 'compared' as const }
  const prompts = await findMeasurablePrompts(tenant, parts, request)
  const chosenProfiles = [...new Set(profileIds)].map((id) => {
    const profile = parts.profiles.find((one) => one.id === id)
    if (!profile) throw invalid('profileIds', 'The project has no such profile.', 'does_not_exist')
    return profile
  })
  if (chosenProfiles.length < 2) throw invalid('profileIds', 'Choose two profiles or more.')
  const currentProfiles = prompts.flatMap((prompt) => findProfileOfPrompt(parts, prompt) ?? [])
  const profiles = [...new Set([...chosenProfiles, ...currentProfiles])]
  await assertAdaptersUsable(
    ctx,
    actor,
    profiles.map(({ llm_id }) => llm_id),
  )
  const comparison = {
    tolerance,
    profiles: profiles.map((profile) => ({
      id: profile.id,
      name: profile.name,
      settings: buildProfileFields(profile),
    })),
  }
  const settings = { llmId: null, maxCandidates: 0, comparison }
  return queueRun(ctx, { actor, projectId, parts, prompts, ...settings, ...limits })
}

const findProfileOfPrompt = (
  { profiles }: Pick<ProjectParts, 'profiles'>,
  { profile_id: id }: Pick<ProjectParts['prompts'][number], 'profile_id'>,
): LlmProfileRow | undefined =>
  profiles.find((one) => (id === null ? one.is_default : one.id === id))

/** Lists comparisons, newest first. */
export async function listComparisons(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRef,
): Promise<readonly ImprovementRow[]> {
  await loadProject(ctx, { actor, projectId })
  return listImprovementRows(tenantOf(ctx, actor), { projectId, kind: 'profiles' })
}

export const cancelComparison = (
  ctx: Pick<Context, 'db' | 'jobs'>,
  ref: ComparisonRef,
): Promise<ImprovementRow> => cancelRun(ctx, { ...ref, kind: 'profiles' })

type DecisionRequest = ComparisonRef & {
  readonly promptId: string
  readonly decision: 'accept' | 'drop'
}

/** Accepts a recommendation, which sets the profile of the prompt and publishes nothing; or drops it. */
export async function decideComparison(
  ctx: Pick<Context, 'db'>,
  { promptId, decision, ...ref }: DecisionRequest,
): Promise<ImprovementRow> {
  const { tenant, row, parts } = await findRun(ctx, { ...ref, kind: 'profiles' })
  const results = await listResults(tenant, [row.id])
  const result = results.find((one) => one.prompt_id === promptId)
  if (!result) throw notFound('recommendation')
  const profileId = result.after_profile_id
  if (result.outcome !== 'recommended' || profileId === null) {
    throw conflict('No profile was recommended for this field.')
  }
  const record = (transaction: Tenant) => recordDecision(transaction, ref.actor, result, decision)
  if (decision === 'drop') {
    await inTransaction(tenant, record)
    return row
  }
  await assertNothingChanged(ref, { tenant, row, parts, result })
  await updatePrompt(ctx, {
    actor: ref.actor,
    promptId,
    changes: { profileId },
    assertUnchanged: async (_, now) => {
      const isSame =
        now?.prompt === result.before_prompt &&
        now.enforce_type === result.before_type &&
        findProfileOfPrompt(parts, now)?.id === result.before_profile_id
      if (!isSame) throw changedError()
    },
    onChanged: record,
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.kind === 'not-found'
      ? conflict('The prompt was deleted after its profiles were compared.')
      : error
  })
  return row
}

const changedError = () =>
  conflict(
    'The prompt, a profile or something else that the answer depends on was changed after the comparison. Compare again: stored answers are not paid again.',
  )

type MeasuredResult = {
  readonly tenant: Tenant
  readonly row: ImprovementRow
  readonly parts: ProjectParts
  readonly result: ImprovementResultRow
}

/** Compares all that the answer depends on: settings, the prompt and those it refers to, and both profiles. */
async function assertNothingChanged(
  { projectId }: ProjectRef,
  { tenant, row, parts, result }: MeasuredResult,
): Promise<void> {
  const field = { projectId, id: row.id, parts, key: result.prompt_key }
  const profile = parts.profiles.find(({ id }) => id === result.after_profile_id)
  const storedProfile = row.compared_profiles?.find(({ id }) => id === result.after_profile_id)
  const isSame =
    profile !== undefined &&
    !(await hasContextChanged(tenant, field)) &&
    isDeepStrictEqual(buildProfileFields(profile), OutputOfProfile.parse(storedProfile?.settings))
  if (!isSame) throw changedError()
}

/** Says in the audit log what a recommendation was accepted on. */
async function recordDecision(
  tenant: Tenant,
  actor: Actor,
  result: ImprovementResultRow,
  decision: 'accept' | 'drop',
): Promise<void> {
  const { improvement_id: id, prompt_id: promptId } = result
  const isDropped = decision === 'drop'
  const isSaved = await saveDecision(tenant, {
    id,
    promptId,
    decision: isDropped ? 'dropped' : 'accepted',
  })
  if (!isSaved) throw conflict('Somebody has decided about this recommendation already.')
  await recordChange(tenant, actor, {
    action: isDropped ? 'profile-comparison.dropped' : 'profile-comparison.accepted',
    subject: { type: 'prompt', id: promptId, name: result.prompt_key },
    before: { profile: result.before_profile_id },
    after: {
      comparison: id,
      profile: isDropped ? result.before_profile_id : result.after_profile_id,
      first: result.first_score,
      held_out: result.second_score,
      max_loss: result.comparison?.maxLoss ?? null,
    },
  })
}
