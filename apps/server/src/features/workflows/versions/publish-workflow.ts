import { conflict, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { WorkflowDefinition } from '../../../platform/db/tables/workflows.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { findTool } from '../../tools/tools.port.ts'
import { compareDefinitions, type DefinitionChange } from '../compare-definitions.ts'
import { definitionOf, findDraft } from '../find-runnable.ts'
import { getWorkflow, getWorkflowToChange } from '../get-workflow.ts'
import {
  findVersion,
  insertLiveVersion,
  listVersionRows,
  setLive,
  type WorkflowVersionRow,
} from '../workflow-versions.store.ts'
import { findWorkflow, isWorkflowUsed } from '../workflows.store.ts'
import { nameChanges } from './name-changes.ts'

type Of = { readonly actor: Actor; readonly id: string }

/** Newest first, with the number of the one that is live. */
export async function listVersions(ctx: Pick<Context, 'db'>, { actor, id }: Of) {
  const { live_version: live } = await getWorkflow(ctx, { actor, id })
  return { live, rows: await listVersionRows(tenantOf(ctx, actor), id) }
}

/** In what the draft differs from what is live; nothing where nothing is live. */
export async function compareWithLive(
  ctx: Pick<Context, 'db' | 'connectorProviders'>,
  { actor, id }: Of,
): Promise<readonly DefinitionChange[]> {
  const { live_version: version } = await getWorkflow(ctx, { actor, id })
  if (version === null) return []
  const tenant = tenantOf(ctx, actor)
  const live = await findVersion(tenant, { workflowId: id, version })
  if (!live) return []
  const draft = await findDraft(tenant, id)
  return nameChanges(ctx, tenant, compareDefinitions(live.definition, draft))
}

/** From now on deployments and pipelines run the workflow as it is now. 400 while it cannot run. */
export async function publishWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Of,
): Promise<WorkflowVersionRow> {
  await getWorkflowToChange(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  await assertDeployed(tenant, id)
  const definition = await definitionOf(ctx, tenant, id)
  return inTransaction(tenant, async (within) => {
    const made = { workflowId: id, definition, restoredFrom: null, userId: actor.userId }
    return record(within, actor, await insertLiveVersion(within, made))
  })
}

/** Makes an earlier version live again, as the newest one; the draft stays as it is. */
export async function rollBack(
  ctx: Pick<Context, 'db'>,
  { actor, id, version }: Of & { readonly version: number },
): Promise<WorkflowVersionRow> {
  await getWorkflowToChange(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  await assertDeployed(tenant, id)
  const earlier = await findVersion(tenant, { workflowId: id, version })
  if (!earlier) throw notFound('version')
  const { definition } = earlier
  if (!(await findTool(ctx, tenant, definition.toolId))) throw conflict('Its tool is gone.')
  return inTransaction(tenant, async (within) => {
    const made = { workflowId: id, definition, restoredFrom: version, userId: actor.userId }
    return record(within, actor, await insertLiveVersion(within, made))
  })
}

async function assertDeployed(tenant: Tenant, id: string): Promise<void> {
  if (await isWorkflowUsed(tenant, id)) return
  throw conflict('Nothing runs the workflow: deploy it, and it is published.')
}

async function record(
  tenant: Tenant,
  actor: Actor,
  row: WorkflowVersionRow,
): Promise<WorkflowVersionRow> {
  const workflow = await findWorkflow(tenant, row.workflow_id)
  await recordChange(tenant, actor, {
    action: 'workflow.published',
    subject: { type: 'workflow', id: row.workflow_id, name: workflow?.name ?? '' },
    after: { version: row.version, restored_from: row.restored_from },
  })
  return row
}

type Deploying = {
  readonly workflowId: string
  readonly definition: WorkflowDefinition
  readonly userId: number | null
}

/** The first deployment of a workflow publishes it; the others run what is live. Part of a transaction. */
export async function goLive(
  tenant: Tenant,
  { workflowId, definition, userId }: Deploying,
): Promise<void> {
  const workflow = await findWorkflow(tenant, workflowId)
  if (!workflow || workflow.live_version !== null) return
  await insertLiveVersion(tenant, { workflowId, definition, restoredFrom: null, userId })
}

/** With its last deployment nothing of a workflow is live any more. Part of a transaction. */
export async function leaveLive(tenant: Tenant, workflowId: string): Promise<void> {
  if (await isWorkflowUsed(tenant, workflowId)) return
  await setLive(tenant, workflowId, { live_version: null, live_tool_id: null })
}
