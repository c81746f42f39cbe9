import { EnforceType } from '@recto/contract/prompt-studio/prompt-fields'
import {
  type ImprovementOutcome,
  type ImprovementReply,
  type ImprovementResultReply,
  maxChangedDocuments,
} from '@recto/contract/tools/improvements'
import { wilsonInterval } from '@recto/extraction/wilson-interval'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { userNames } from '../../organizations/organizations.port.ts'
import { sumUsage, type UsageSum } from '../../usage/usage.port.ts'
import {
  type ImprovementChangeRow,
  type ImprovementResultRow,
  type ImprovementRow,
  listChanges,
  listIdsWithChanges,
  listResults,
} from './improvements.store.ts'

export const rethrowImprovementError = rethrowWithWireFields({
  promptIds: 'prompt_ids',
  llmId: 'llm',
})

export async function presentImprovements(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  rows: readonly ImprovementRow[],
): Promise<ImprovementReply[]> {
  const tenant = tenantOf(ctx, actor)
  const ids = rows.map(({ id }) => id)
  // Earlier ones matter only if they have a proposal that nobody has decided about.
  const idsWithChanges = await listIdsWithChanges(tenant, ids)
  const [people, results, changes, usage] = await Promise.all([
    userNames(
      tenant,
      rows.map(({ created_by }) => created_by),
    ),
    listResults(tenant, ids),
    listChanges(tenant, { ids: idsWithChanges, maxOfResult: maxChangedDocuments }),
    sumUsage(tenant, ids),
  ])
  const resultsById = Map.groupBy(results, ({ improvement_id }) => improvement_id)
  const changesByResult = Map.groupBy(changes, toResultKey)
  return rows.map((row) => ({
    ...presentRun(row, { usage, people }),
    results: (resultsById.get(row.id) ?? []).map((result) =>
      presentResult(result, changesByResult.get(toResultKey(result)) ?? []),
    ),
  }))
}

type RunContext = {
  readonly usage: readonly UsageSum[]
  readonly people: ReadonlyMap<number, { readonly username: string }>
}

/** Presents what a search for prompts and a comparison of profiles have in common. */
export const presentRun = (row: ImprovementRow, { usage, people }: RunContext) => ({
  id: row.id,
  state: row.state,
  fields: row.prompt_keys.length,
  fields_done: row.fields_done,
  budget_calls: row.budget_calls,
  budget_dollars: row.budget_dollars,
  calls_used: row.calls_used,
  cost_in_dollars: sumCostOfRun(usage, row.id),
  reserved_dollars: row.budget_dollars === null ? null : row.reserved_dollars,
  error: row.error,
  created_by: people.get(row.created_by ?? 0)?.username ?? null,
  created_at: presentTime(row.created_at),
  ended_at: row.ended_at && presentTime(row.ended_at),
})

/** Null if the price of the calls is not known. */
function sumCostOfRun(usage: readonly UsageSum[], id: string): number | null {
  const costs = usage
    .filter(({ runId, costInDollars }) => runId === id && costInDollars !== null)
    .map(({ costInDollars }) => costInDollars ?? 0)
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0)
}

type ResultKey = { readonly improvement_id: string; readonly prompt_id: string }
const toResultKey = ({ improvement_id, prompt_id }: ResultKey) => `${improvement_id}/${prompt_id}`

const presentResult = (
  result: ImprovementResultRow,
  changes: readonly ImprovementChangeRow[],
): ImprovementResultReply => ({
  prompt_id: result.prompt_id,
  prompt_key: result.prompt_key,
  // The outcome and the types were stored by this server.
  outcome: result.outcome as ImprovementOutcome,
  reason: result.reason,
  before: { prompt: result.before_prompt, enforce_type: EnforceType.parse(result.before_type) },
  after:
    result.after_prompt === null
      ? null
      : { prompt: result.after_prompt, enforce_type: EnforceType.parse(result.after_type) },
  source: result.source,
  first: presentScore(result.first_score),
  second: presentScore(result.second_score),
  chance: result.chance,
  decision: result.decision,
  changed: changes[0]?.total ?? 0,
  changes: changes.map((change) => ({
    document_hash: change.document_hash,
    document_id: change.document_id,
    document_name: change.document_name,
    truth: change.truth,
    before: change.before_value,
    after: change.after_value,
    was_right: change.was_right,
    is_right: change.is_right,
  })),
})

function presentScore(score: ImprovementResultRow['first_score']) {
  if (!score) return null
  const { checked, rightBefore, rightAfter } = score
  const currentInterval = wilsonInterval(rightBefore, checked)
  const newInterval = wilsonInterval(rightAfter, checked)
  return {
    checked,
    right_before: rightBefore,
    right_after: rightAfter,
    before_low: currentInterval.low,
    before_high: currentInterval.high,
    after_low: newInterval.low,
    after_high: newInterval.high,
  }
}
