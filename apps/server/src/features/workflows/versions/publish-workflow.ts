import { conflict, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import type { WorkflowDefinition } from '../../../platform/db/tables/workflows.ts'
import { findTool } from '../../tools/tools.port.ts'
import { compareDefinitions, type DefinitionChange } from '../compare-definitions.ts'
import { loadDraft, loadRunnableDraft } from '../find-runnable.ts'
import { getWorkflow, getWorkflowToChange } from '../get-workflow.ts'
import { recordWorkflow } from '../record-workflow.ts'
import {
  findVersion,
  insertLiveVersion,
  listWorkflowVersionRows,
  setLiveVersion,
  type WorkflowVersionRow,
} from '../workflow-versions.store.ts'
import { findWorkflow, isWorkflowUsed } from '../workflows.store.ts'
import { withNames } from './name-changes.ts'

type VersionRequest = { readonly actor: Actor; readonly id: string }

/** Lists the versions, newest first, with the number of the live one. */
export async function listVersions(ctx: Pick<Context, 'db'>, { actor, id }: VersionRequest) {
  const { live_version: live } = await getWorkflow(ctx, { actor, id })
  return { live, rows: await listWorkflowVersionRows(tenantOf(ctx, actor), id) }
}

/** Lists the differences between the draft and the live version; none if no version is live. */
export async function compareWithLive(
  ctx: Pick<Context, 'db' | 'connectorProviders'>,
  { actor, id }: VersionRequest,
): Promise<readonly DefinitionChange[]> {
  const { live_version: version } = await getWorkflow(ctx, { actor, id })
  if (version === null) return []
  const tenant = tenantOf(ctx, actor)
  const live = await findVersion(tenant, { workflowId: id, version })
  if (!live) return []
  const draft = await loadDraft(tenant, id)
  return withNames(ctx, tenant, compareDefinitions(live.definition, draft))
}

/**
 * Publishes the draft: deployments and pipelines run it from now on. Throws 400 while it cannot
 * run.
 */
export async function publishWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id }: VersionRequest,
): Promise<WorkflowVersionRow> {
  await getWorkflowToChange(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  await assertDeployed(tenant, id)
  const definition = await loadRunnableDraft(ctx, tenant, id)
  return inTransaction(tenant, async (transaction) => {
    const newVersion = { workflowId: id, definition, restoredFrom: null, userId: actor.userId }
    return auditPublishing(transaction, actor, await insertLiveVersion(transaction, newVersion))
  })
}

/** Makes an earlier version live again, as the newest version; the draft stays unchanged. */
export async function rollBackWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id, version }: VersionRequest & { readonly version: number },
): Promise<WorkflowVersionRow> {
  await getWorkflowToChange(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  await assertDeployed(tenant, id)
  const earlier = await findVersion(tenant, { workflowId: id, version })
  if (!earlier) throw notFound('version')
  const { definition } = earlier
  if (!(await findTool(ctx, tenant, definition.toolId)))
    throw conflict('The tool of this version no longer exists.')
  return inTransaction(tenant, async (transaction) => {
    const newVersion = { workflowId: id, definition, restoredFrom: version, userId: actor.userId }
    return auditPublishing(transaction, actor, await insertLiveVersion(transaction, newVersion))
  })
}

async function assertDeployed(tenant: Tenant, id: string): Promise<void> {
  if (await isWorkflowUsed(tenant, id)) return
  throw conflict('The workflow is not deployed. It is published when you deploy it.')
}

async function auditPublishing(
  tenant: Tenant,
  actor: Actor,
  row: WorkflowVersionRow,
): Promise<WorkflowVersionRow> {
  const workflow = await findWorkflow(tenant, row.workflow_id)
  await recordWorkflow(tenant, actor, {
    done: 'published',
    workflow: { id: row.workflow_id, name: workflow?.name ?? '' },
    after: { version: row.version, restored_from: row.restored_from },
  })
  return row
}

type FirstDeployment = {
  readonly workflowId: string
  readonly definition: WorkflowDefinition
  readonly userId: number | null
}

/**
 * Publishes a workflow on its first deployment; later deployments run the live version. Call it in
 * a transaction.
 */
export async function publishOnFirstDeployment(
  tenant: Tenant,
  { workflowId, definition, userId }: FirstDeployment,
): Promise<void> {
  const workflow = await findWorkflow(tenant, workflowId)
  if (!workflow || workflow.live_version !== null) return
  await insertLiveVersion(tenant, { workflowId, definition, restoredFrom: null, userId })
}

/**
 * Withdraws the live version of a workflow that is no longer deployed. Call it in a transaction.
 */
export async function withdrawIfNotDeployed(tenant: Tenant, workflowId: string): Promise<void> {
  if (await isWorkflowUsed(tenant, workflowId)) return
  await setLiveVersion(tenant, workflowId, { live_version: null, live_tool_id: null })
}
