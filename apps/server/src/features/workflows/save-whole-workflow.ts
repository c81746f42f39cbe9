import type { FieldValues } from '@recto/contract/wire/fields'
import type { endpointFields } from '@recto/contract/workflows/workflow-fields'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { lockWorkflowForEdit } from '../../platform/db/live-workflows.ts'
import type { AnsweringDependencies } from '../answering/answering.port.ts'
import type { ConnectorDependencies } from '../connectors/connectors.port.ts'
import { createWorkflow } from './create-workflow.ts'
import { publishDraft } from './edit-workflow.ts'
import { listEndpointsOfWorkflow } from './list-endpoints.ts'
import { addToolInstance } from './tool-instances/add-tool-instance.ts'
import { deleteToolInstance, saveToolSettings } from './tool-instances/change-tool-instance.ts'
import { findToolInstances } from './tool-instances.store.ts'
import { updateEndpoint } from './update-endpoint.ts'
import { updateWorkflow } from './update-workflow.ts'
import { changeWorkflow, type EndpointRow, type WorkflowRow } from './workflows.store.ts'

type SaveDependencies = AnsweringDependencies & ConnectorDependencies & Pick<Context, 'config'>

type SaveWholeWorkflowRequest = {
  readonly actor: Actor
  /** Null for a new workflow. */
  readonly id: string | null
  readonly name: string
  readonly description: string
  readonly promptText: string
  readonly isActive: boolean
  readonly changesNeedPublishing: boolean
  readonly source?: FieldValues<typeof endpointFields> | undefined
  readonly destination?: FieldValues<typeof endpointFields> | undefined
  readonly tool?: ToolOfWorkflow | null | undefined
}

type ToolOfWorkflow = { readonly toolId: string; readonly settings: Record<string, unknown> }

/**
 * Saves a workflow with its endpoints and its tool in one transaction. The parts are changed in a draft, which becomes
 * live at the end, so that there is one version of all changes and none of some.
 */
export async function saveWholeWorkflow(
  ctx: SaveDependencies,
  { actor, id, source, destination, tool, ...fields }: SaveWholeWorkflowRequest,
): Promise<WorkflowRow> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const transactionContext = { ...ctx, db: tenant.db }
    const { changesNeedPublishing, ...values } = fields
    const workflowId = id ?? (await createWorkflow(transactionContext, { actor, ...values })).id
    await lockWorkflowForEdit(tenant, { workflowId })
    const request = { actor, id: workflowId, ...values }
    // Parts of a workflow whose changes need publishing from now on stay in the draft.
    const workflow = changesNeedPublishing
      ? await updateWorkflow(transactionContext, { ...request, changesNeedPublishing })
      : await updateWorkflow(transactionContext, request)
    const isDraft = workflow.changes_need_publishing
    await changeWorkflow(tenant, workflowId, { changesNeedPublishing: true })
    await saveEndpoints(transactionContext, { actor, workflowId, source, destination })
    if (tool !== undefined) await saveTool(transactionContext, tenant, { actor, workflowId, tool })
    await changeWorkflow(tenant, workflowId, { changesNeedPublishing: isDraft })
    if (!isDraft) await publishDraft(tenant, { workflowId, userId: actor.userId })
    if (isDraft === changesNeedPublishing) return workflow
    return updateWorkflow(transactionContext, { actor, id: workflowId, changesNeedPublishing })
  })
}

type Part = { readonly actor: Actor; readonly workflowId: string }
type Ends = Pick<SaveWholeWorkflowRequest, 'source' | 'destination'>

async function saveEndpoints(
  ctx: SaveDependencies,
  { actor, workflowId, source, destination }: Part & Ends,
): Promise<void> {
  const endpoints = await listEndpointsOfWorkflow(ctx, { actor, workflowId })
  const save = async (type: EndpointRow['endpoint_type'], end: Ends['source']) => {
    const endpoint = endpoints.find(({ endpoint_type }) => endpoint_type === type)
    if (end && endpoint) await updateEndpoint(ctx, { actor, id: endpoint.id, ...end })
  }
  await save('SOURCE', source)
  await save('DESTINATION', destination)
}

async function saveTool(
  ctx: SaveDependencies,
  tenant: Tenant,
  { actor, workflowId, tool }: Part & { readonly tool: ToolOfWorkflow | null },
): Promise<void> {
  const [current] = await findToolInstances(tenant, { workflowIds: [workflowId] })
  const isSameTool = current !== undefined && current.tool_id === tool?.toolId
  if (current && !isSameTool) await deleteToolInstance(ctx, { actor, id: current.id })
  if (!tool) return
  const { toolId, settings } = tool
  const instance = isSameTool ? current : await addToolInstance(ctx, { actor, workflowId, toolId })
  await saveToolSettings(ctx, { actor, id: instance.id, settings })
}
