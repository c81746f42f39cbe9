import { EnforceType } from '@recto/contract/prompt-studio/prompt-fields'
import { AppError, conflict, invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable, openLlm } from '../../adapters/adapters.port.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { loadProject, updatePrompt } from '../../prompt-studio/prompt-studio.port.ts'
import { isExported } from '../assert-exportable.ts'
import { loadTestCases } from '../regression-tests/test-cases.ts'
import { cancelRun, findRun, hasContextChanged } from './find-run.ts'
import {
  type ImprovementResultRow,
  type ImprovementRow,
  listImprovementRows,
  listResults,
  saveDecision,
} from './improvements.store.ts'
import { countValues, findMeasurablePrompts, queueRun } from './queue-run.ts'

type ProjectRef = { readonly actor: Actor; readonly projectId: string }
type ImprovementRef = ProjectRef & { readonly id: string }

type NewImprovementRequest = ProjectRef & {
  readonly promptIds: readonly string[]
  readonly llmId: string | null
  readonly maxCandidates: number
  readonly budgetCalls: number
  readonly budgetDollars: number | null
}

/** Queues the search for better wordings. Refuses fields without enough expected values before anything is paid. */
export async function startImprovement(
  ctx: AnsweringDependencies & Pick<Context, 'config' | 'db' | 'jobs'>,
  { actor, projectId, promptIds, llmId, ...limits }: NewImprovementRequest,
): Promise<ImprovementRow> {
  const parts = await loadProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const request = { projectId, promptIds, verb: 'improved' as const }
  const prompts = await findMeasurablePrompts(tenant, parts, request)
  if (llmId !== null) {
    await assertAdaptersUsable(ctx, actor, [llmId])
    const llm = await openLlm(ctx, tenant, llmId)
    if (!llm.connection.complete) throw invalid('llmId', `“${llm.name}” writes no text.`)
  }
  return queueRun(ctx, { actor, projectId, parts, prompts, llmId, ...limits })
}

export type ImprovableField = { readonly promptId: string; readonly expectedValueCount: number }

/** Lists improvements, newest first, with the fields that can be improved. */
export async function listImprovements(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRef,
): Promise<{
  readonly rows: readonly ImprovementRow[]
  readonly fields: readonly ImprovableField[]
}> {
  const { prompts } = await loadProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const active = prompts.filter(isExported)
  const outputs = active.map(({ key }) => ({ name: key }))
  const counts = countValues(await loadTestCases(tenant, projectId, { outputs }))
  return {
    rows: await listImprovementRows(tenant, { projectId, kind: 'prompts' }),
    fields: active.map(({ id, key }) => ({
      promptId: id,
      expectedValueCount: counts.get(key) ?? 0,
    })),
  }
}

export const cancelImprovement = (
  ctx: Pick<Context, 'db' | 'jobs'>,
  ref: ImprovementRef,
): Promise<ImprovementRow> => cancelRun(ctx, { ...ref, kind: 'prompts' })

type DecisionRequest = ImprovementRef & {
  readonly promptId: string
  readonly decision: 'accept' | 'drop'
  /** The prompt as the person has edited it. */
  readonly editedPrompt?: string | undefined
}

/** Accepts a proposal, which changes the prompt like any edit of it and publishes nothing; or drops it. */
export async function decideImprovement(
  ctx: Pick<Context, 'db'>,
  { promptId, decision, editedPrompt, ...ref }: DecisionRequest,
): Promise<ImprovementRow> {
  const { tenant, row, parts } = await findRun(ctx, { ...ref, kind: 'prompts' })
  const results = await listResults(tenant, [row.id])
  const result = results.find((one) => one.prompt_id === promptId)
  if (!result) throw notFound('proposal')
  if (result.outcome !== 'proposed') throw conflict('No prompt was proposed for this field.')
  if (result.decision !== null) throw decidedError()
  if (decision === 'drop' && editedPrompt !== undefined) {
    throw invalid('prompt', 'A proposal that is dropped has no edited prompt.')
  }
  const prompt = editedPrompt ?? result.after_prompt ?? ''
  const isEdited = prompt !== result.after_prompt
  const acceptance = isEdited ? ('edited' as const) : ('accepted' as const)
  const record = (transaction: Tenant) =>
    recordDecision(transaction, ref.actor, {
      result,
      prompt,
      decision: decision === 'drop' ? 'dropped' : acceptance,
    })
  if (decision === 'drop') {
    await inTransaction(tenant, record)
    return row
  }
  const type = EnforceType.parse(result.after_type)
  const hasChanged = await hasContextChanged(tenant, { ...ref, parts, key: result.prompt_key })
  await updatePrompt(ctx, {
    actor: ref.actor,
    promptId,
    changes: { prompt, enforceType: type },
    assertUnchanged: async (_, now) => {
      const isSamePrompt =
        now?.prompt === result.before_prompt && now.enforce_type === result.before_type
      if (!isSamePrompt) throw changedError('The prompt was')
      if (hasChanged) throw changedError('Settings or other prompts of the project were')
    },
    onChanged: record,
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.kind === 'not-found'
      ? conflict('The prompt was deleted after it was measured.')
      : error
  })
  return row
}

const decidedError = () => conflict('Somebody has decided about this proposal already.')

const changedError = (subject: string) =>
  conflict(
    `${subject} changed after it was measured, so the proposal cannot be accepted. Improve it again: answers that are the same are not paid again.`,
  )

type Decision = {
  readonly result: ImprovementResultRow
  readonly prompt: string
  readonly decision: 'accepted' | 'edited' | 'dropped'
}

/** Says in the audit log what a proposal was accepted on. */
async function recordDecision(
  tenant: Tenant,
  actor: Actor,
  { result, prompt, decision }: Decision,
): Promise<void> {
  const { improvement_id: id, prompt_id: promptId } = result
  if (!(await saveDecision(tenant, { id, promptId, decision }))) {
    throw decidedError()
  }
  const isDropped = decision === 'dropped'
  await recordChange(tenant, actor, {
    action: isDropped ? 'improvement.dropped' : 'improvement.accepted',
    subject: { type: 'prompt', id: promptId, name: result.prompt_key },
    before: { prompt: result.before_prompt, type: result.before_type },
    after: {
      improvement: id,
      prompt: isDropped ? result.before_prompt : prompt,
      type: isDropped ? result.before_type : result.after_type,
      is_edited: decision === 'edited',
      first: result.first_score,
      held_out: result.second_score,
      chance: result.chance,
    },
  })
}
