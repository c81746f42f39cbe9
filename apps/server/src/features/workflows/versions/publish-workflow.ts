import { conflict, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { lockWorkflowForEdit } from '../../../platform/db/live-workflows.ts'
import {
  alignDefinitions,
  compareDefinitions,
  type DefinitionChange,
} from '../compare-definitions.ts'
import { loadDraft, loadRunnableDraft } from '../find-runnable.ts'
import { getWorkflow, getWorkflowToChange } from '../get-workflow.ts'
import { recordWorkflow } from '../record-workflow.ts'
import {
  findVersion,
  insertLiveVersion,
  listWorkflowVersionRows,
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

/** Loads a version with all of its settings, and the values of the live version beside them. */
export async function viewVersion(
  ctx: Pick<Context, 'db' | 'connectorProviders'>,
  { actor, id, version }: VersionRequest & { readonly version: number },
) {
  const { live_version: live } = await getWorkflow(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const row = await findVersion(tenant, { workflowId: id, version })
  if (!row) throw notFound('version')
  const liveRow =
    live === null ? undefined : await findVersion(tenant, { workflowId: id, version: live })
  const fields = alignDefinitions(liveRow?.definition ?? row.definition, row.definition)
  return { live, row, settings: await withNames(ctx, tenant, fields) }
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
  return inTransaction(tenant, async (transaction) => {
    await lockWorkflowForEdit(transaction, { workflowId: id })
    const definition = await loadRunnableDraft(ctx, transaction, id)
    const newVersion = { workflowId: id, definition, restoredFrom: null, userId: actor.userId }
    return auditPublishing(transaction, actor, await insertLiveVersion(transaction, newVersion))
  })
}

export async function assertDeployed(tenant: Tenant, id: string): Promise<void> {
  if (await isWorkflowUsed(tenant, id)) return
  throw conflict('The workflow is not deployed. It is published when you deploy it.')
}

export async function auditPublishing(
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
