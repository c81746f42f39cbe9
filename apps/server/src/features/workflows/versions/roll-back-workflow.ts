import { conflict, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { lockWorkflowForEdit } from '../../../platform/db/live-workflows.ts'
import type { WorkflowDefinition } from '../../../platform/db/tables/workflows.ts'
import { isUuid } from '../../../platform/strings.ts'
import { connectorFaces } from '../../connectors/connectors.port.ts'
import { findNewestToolVersion, findToolOfStep, isBuiltInTool } from '../../tools/tools.port.ts'
import { getWorkflowToChange } from '../get-workflow.ts'
import { withInstanceNames } from '../tool-instances/tool-settings.ts'
import { restoreToolInstance } from '../tool-instances.store.ts'
import {
  findVersion,
  insertLiveVersion,
  type WorkflowVersionRow,
} from '../workflow-versions.store.ts'
import {
  changeEndpoint,
  type EndpointRow,
  findEndpoints,
  findWorkflow,
} from '../workflows.store.ts'
import { assertDeployed, auditPublishing } from './publish-workflow.ts'

type RollBackDependencies = Pick<Context, 'db' | 'connectorProviders'>
type RollBackRequest = { readonly actor: Actor; readonly id: string; readonly version: number }

/**
 * Makes an earlier version live again, as the newest version, including the version of its tool. If changes need
 * publishing, the draft stays as it is; otherwise it is restored too, because clients see the draft.
 */
export async function rollBackWorkflow(
  ctx: RollBackDependencies,
  { actor, id, version }: RollBackRequest,
): Promise<WorkflowVersionRow> {
  await getWorkflowToChange(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  await assertDeployed(tenant, id)
  const earlierVersion = await findVersion(tenant, { workflowId: id, version })
  if (!earlierVersion) throw notFound('version')
  const { toolId } = earlierVersion.definition
  return inTransaction(tenant, async (transaction) => {
    await lockWorkflowForEdit(transaction, {
      workflowId: id,
      toolIds: isUuid(toolId) ? [toolId] : [],
    })
    const newestToolVersion = await findNewestToolVersion(transaction, toolId)
    const definition = nameToolVersion(earlierVersion.definition, newestToolVersion)
    const endpoints = await findEndpoints(transaction, { workflowIds: [id] })
    await assertRestorable(ctx, transaction, { definition, endpoints })
    const workflow = await findWorkflow(transaction, id)
    if (!workflow?.changes_need_publishing) {
      await restoreDraft(transaction, { actor, id, endpoints, definition, newestToolVersion })
    }
    const newVersion = { workflowId: id, definition, restoredFrom: version, userId: actor.userId }
    return auditPublishing(transaction, actor, await insertLiveVersion(transaction, newVersion))
  })
}

/** A version that does not name the version of its tool runs the newest one. */
const nameToolVersion = (
  definition: WorkflowDefinition,
  newestToolVersion: number | undefined,
): WorkflowDefinition =>
  definition.toolVersion === undefined && newestToolVersion !== undefined
    ? { ...definition, toolVersion: newestToolVersion }
    : definition

type RestorableVersion = {
  readonly definition: WorkflowDefinition
  readonly endpoints: readonly EndpointRow[]
}

/** Throws 409 if what the version uses no longer exists, or does not fit what the workflow is deployed as. */
async function assertRestorable(
  ctx: RollBackDependencies,
  tenant: Tenant,
  { definition, endpoints }: RestorableVersion,
): Promise<void> {
  if (!(await findToolOfStep(ctx, tenant, definition))) {
    throw conflict('The tool of this version no longer exists.')
  }
  const connections = [definition.source, definition.destination]
  if (
    connections.some(({ connection }, index) => connection !== endpoints[index]?.connection_type)
  ) {
    throw conflict(
      'This version has another type of source or destination than the workflow is deployed with.',
    )
  }
  const connectorIds = connections.flatMap(({ connectorId }) => connectorId ?? [])
  const connectors = await connectorFaces(ctx, tenant, connectorIds)
  if (connectorIds.some((connectorId) => !connectors.has(connectorId))) {
    throw conflict('A connector of this version no longer exists.')
  }
}

type RestoredDraft = RestorableVersion & {
  readonly actor: Actor
  readonly id: string
  readonly newestToolVersion: number | undefined
}

async function restoreDraft(
  tenant: Tenant,
  { actor, id, endpoints, definition, newestToolVersion }: RestoredDraft,
): Promise<void> {
  for (const [index, { configuration, connectorId }] of [
    definition.source,
    definition.destination,
  ].entries()) {
    await changeEndpoint(tenant, endpoints[index]?.id ?? '', {
      configuration: { ...configuration },
      connectorId,
    })
  }
  const { toolId, toolVersion, settings } = definition
  await restoreToolInstance(tenant, {
    workflowId: id,
    step: isBuiltInTool(toolId)
      ? { toolId: null, builtIn: toolId, toolVersion: null }
      : {
          toolId,
          builtIn: null,
          toolVersion: toolVersion === newestToolVersion ? null : (toolVersion ?? null),
        },
    settings: (instanceId) =>
      withInstanceNames(settings, {
        id: instanceId,
        toolId,
        organization: actor.organization.slug,
      }),
    userId: actor.userId,
  })
}
