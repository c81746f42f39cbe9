import { badRequest, conflict, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getEndpoint } from './get-endpoint.ts'
import { getWorkflowToChange } from './get-workflow.ts'
import {
  changeEndpoint,
  type EndpointRow,
  findEndpoints,
  isWorkflowUsed,
} from './workflows.store.ts'

type Input = {
  readonly actor: Actor
  readonly id: string
  readonly connectionType?: EndpointRow['connection_type'] | undefined
  readonly configuration?: Record<string, unknown> | null | undefined
  readonly connectorId?: string | null | undefined
}

/** The kinds of connection that can be run; the others come with their connectors. */
const available: readonly EndpointRow['connection_type'][] = ['', 'API']

export async function updateEndpoint(
  ctx: Pick<Context, 'db'>,
  { actor, id, connectionType, configuration, connectorId }: Input,
): Promise<EndpointRow> {
  const endpoint = await getEndpoint(ctx, { actor, id })
  await getWorkflowToChange(ctx, { actor, id: endpoint.workflow_id })
  const tenant = tenantOf(ctx, actor)
  const isNew = connectionType !== undefined && connectionType !== endpoint.connection_type
  if (isNew) await admitConnection(tenant, endpoint, connectionType)
  if (connectorId) throw invalid('connectorId', 'There is no such connector.')

  await changeEndpoint(tenant, id, {
    connectionType,
    configuration: configuration && JSON.stringify(configuration),
    connectorId: null,
  })
  return getEndpoint(ctx, { actor, id })
}

async function admitConnection(
  tenant: Tenant,
  endpoint: EndpointRow,
  connectionType: EndpointRow['connection_type'],
): Promise<void> {
  if (!available.includes(connectionType)) {
    throw invalid('connectionType', `${connectionType} is not available yet.`, 'invalid_choice')
  }
  if (await isWorkflowUsed(tenant, endpoint.workflow_id)) {
    throw conflict('Workflow used in API/Task/ETL deployment')
  }
  const both = await findEndpoints(tenant, { workflowIds: [endpoint.workflow_id] })
  const other = both.find(({ id }) => id !== endpoint.id)?.connection_type ?? ''
  if (connectionType && other && (connectionType === 'API') !== (other === 'API')) {
    throw badRequest('A workflow has API on both ends or on none.')
  }
}
