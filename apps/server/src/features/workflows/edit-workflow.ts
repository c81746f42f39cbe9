import { AppError, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { lockWorkflowForEdit } from '../../platform/db/live-workflows.ts'
import { compareDefinitions } from './compare-definitions.ts'
import { loadRunnableDraft } from './find-runnable.ts'
import { findVersion, insertLiveVersion, setLiveVersion } from './workflow-versions.store.ts'
import {
  changeWorkflow,
  findWorkflow,
  isWorkflowUsed,
  type WorkflowRow,
} from './workflows.store.ts'

type Edit<Result> = {
  readonly actor: Actor
  readonly workflowId: string
  /** Exported tools that the workflow starts to use. */
  readonly toolIds?: readonly string[] | undefined
  readonly apply: (transaction: Tenant) => Promise<Result>
}

/**
 * Applies an edit of an endpoint or of the tool. If the workflow is deployed, its next run uses the result, which
 * becomes a version, unless changes of the workflow need publishing.
 */
export async function editWorkflow<Result>(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId, toolIds, apply }: Edit<Result>,
): Promise<Result> {
  return inTransaction(tenantOf(ctx, actor), async (transaction) => {
    await lockWorkflowForEdit(transaction, { workflowId, toolIds })
    const result = await apply(transaction)
    const workflow = await findWorkflow(transaction, workflowId)
    if (workflow && !workflow.changes_need_publishing) {
      await makeDraftLive(transaction, { workflow, userId: actor.userId })
    }
    return result
  })
}

type EditedWorkflow = { readonly workflow: WorkflowRow; readonly userId: number | null }

/**
 * Makes the draft of a deployed workflow live. If it cannot run, nothing is live, so that the next run is refused with
 * the reason instead of using values that no client can see.
 */
async function makeDraftLive(tenant: Tenant, { workflow, userId }: EditedWorkflow): Promise<void> {
  const { id: workflowId, live_version: version } = workflow
  if (!(await isWorkflowUsed(tenant, workflowId))) return
  const definition = await loadRunnableDraft({ db: tenant.db }, tenant, workflowId).catch(
    (error: unknown) => {
      if (error instanceof AppError) return undefined
      throw error
    },
  )
  if (!definition) return withdrawLiveVersion(tenant, workflowId)
  const live = version === null ? undefined : await findVersion(tenant, { workflowId, version })
  if (live && compareDefinitions(live.definition, definition).length === 0) return
  await insertLiveVersion(tenant, { workflowId, definition, restoredFrom: null, userId })
}

/**
 * Applies a change of whether changes need publishing. Where they no longer do, the draft becomes live. Call it in a
 * transaction that has locked the workflow. Throws 400 if the draft cannot run.
 */
export async function applyPublishingSetting(
  tenant: Tenant,
  { workflow, userId }: EditedWorkflow,
): Promise<void> {
  const { id: workflowId, live_version: version } = workflow
  const isPublished = version !== null
  if (workflow.changes_need_publishing && isPublished) return
  if (!(await isWorkflowUsed(tenant, workflowId))) return
  if (!workflow.changes_need_publishing && isPublished) {
    await loadRunnableDraft({ db: tenant.db }, tenant, workflowId).catch(rethrowAtSetting)
  }
  await makeDraftLive(tenant, { workflow, userId })
}

function rethrowAtSetting(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  throw invalid('changesNeedPublishing', `The draft cannot become live. ${error.message}`)
}

type PublishDraft = { readonly workflowId: string; readonly userId: number | null }

/** Makes the draft of a deployed workflow live. Call it in a transaction that has locked the workflow. */
export async function publishDraft(
  tenant: Tenant,
  { workflowId, userId }: PublishDraft,
): Promise<void> {
  const workflow = await findWorkflow(tenant, workflowId)
  if (workflow) await makeDraftLive(tenant, { workflow, userId })
}

type FirstDeployment = { readonly workflowId: string; readonly userId: number | null }

/**
 * Makes a workflow live on its first deployment; later deployments run the live version. Call it in a transaction.
 */
export async function publishOnFirstDeployment(
  tenant: Tenant,
  { workflowId, userId }: FirstDeployment,
): Promise<void> {
  await lockWorkflowForEdit(tenant, { workflowId })
  const workflow = await findWorkflow(tenant, workflowId)
  if (!workflow) return
  // What is deployed is set up.
  if (workflow.is_pipeline_draft)
    await changeWorkflow(tenant, workflowId, { isPipelineDraft: false })
  if (workflow.live_version === null) await makeDraftLive(tenant, { workflow, userId })
}

/** Withdraws the live version of a workflow that is no longer deployed. Call it in a transaction. */
export async function withdrawIfNotDeployed(tenant: Tenant, workflowId: string): Promise<void> {
  if (await isWorkflowUsed(tenant, workflowId)) return
  await withdrawLiveVersion(tenant, workflowId)
}

const withdrawLiveVersion = (tenant: Tenant, workflowId: string): Promise<void> =>
  setLiveVersion(tenant, workflowId, { live_version: null, live_tool_id: null })
