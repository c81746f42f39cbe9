import type {
  ComparisonReply,
  FieldComparisonReply,
  ProfileOutcome,
} from '@recto/contract/tools/profile-comparisons'
import { wilsonInterval } from '@recto/extraction/wilson-interval'
import { type Actor, type Context, tenantOf } from '../../../../platform/context.ts'
import type { StoredProfileComparison } from '../../../../platform/db/tables/improvements.ts'
import { rethrowWithWireFields } from '../../../../platform/rethrow-with-wire-fields.ts'
import { userNames } from '../../../organizations/organizations.port.ts'
import { sumUsage } from '../../../usage/usage.port.ts'
import {
  type ImprovementResultRow,
  type ImprovementRow,
  listResults,
} from '../improvements.store.ts'
import { presentRun } from '../map-improvement.ts'
import { computeSavings } from './compute-savings.ts'

export const rethrowComparisonError = rethrowWithWireFields({
  promptIds: 'prompt_ids',
  profileIds: 'profile_ids',
})

export async function presentComparisons(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  rows: readonly ImprovementRow[],
): Promise<ComparisonReply[]> {
  const tenant = tenantOf(ctx, actor)
  const ids = rows.map(({ id }) => id)
  const [people, results, usage] = await Promise.all([
    userNames(
      tenant,
      rows.map(({ created_by }) => created_by),
    ),
    listResults(tenant, ids),
    sumUsage(tenant, ids),
  ])
  const resultsById = Map.groupBy(results, ({ improvement_id }) => improvement_id)
  return rows.map((row) => {
    const ownResults = resultsById.get(row.id) ?? []
    const profiles = (row.compared_profiles ?? []).map(({ id, name }) => ({ id, name }))
    const { savings, share } = computeSavings(ownResults, profiles)
    return {
      ...presentRun(row, { usage, people }),
      profiles,
      tolerance: row.tolerance,
      results: ownResults.map(presentResult),
      savings: savings.map((one) => ({
        profile_id: one.profileId,
        prompt_ids: [...one.promptIds],
        saved: one.share,
        text: one.text,
      })),
      saved: share,
    }
  })
}

/** Presents one run. */
export const presentComparison = async (
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  row: ImprovementRow,
): Promise<ComparisonReply> => (await presentComparisons(ctx, actor, [row]))[0]!

const presentResult = (result: ImprovementResultRow): FieldComparisonReply => ({
  prompt_id: result.prompt_id,
  prompt_key: result.prompt_key,
  // The outcome was stored by this server.
  outcome: result.outcome as ProfileOutcome,
  reason: result.reason,
  current_profile: result.before_profile_id ?? '',
  chosen_profile: result.after_profile_id,
  first: (result.comparison?.scores ?? []).map(presentScore),
  held_out: (result.comparison?.heldOut ?? []).map(presentScore),
  max_loss: result.comparison?.maxLoss ?? null,
  // Nobody edits a profile here.
  decision: result.decision === 'edited' ? 'accepted' : result.decision,
})

function presentScore(score: StoredProfileComparison['scores'][number]) {
  const { low, high } = wilsonInterval(score.right, score.checked)
  return {
    profile_id: score.profileId,
    checked: score.checked,
    right: score.right,
    low,
    high,
    cost_in_dollars: score.dollars,
    seconds: score.seconds,
  }
}
