import { z } from 'zod'
import { AppError, badRequest, conflict, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { assertConnectorUsable } from '../connectors/connectors.port.ts'
import { checkEndSettings } from './end-settings.ts'
import { getEndpoint } from './get-endpoint.ts'
import { getWorkflowToChange } from './get-workflow.ts'
import {
  changeEndpoint,
  type EndpointRow,
  findEndpoints,
  isWorkflowUsed,
} from './workflows.store.ts'

type Connection = EndpointRow['connection_type']

type Input = {
  readonly actor: Actor
  readonly id: string
  readonly connectionType?: Connection | undefined
  readonly configuration?: Record<string, unknown> | null | undefined
  readonly connectorId?: string | null | undefined
}

/** What can be chosen for each end. */
const available: Readonly<Record<EndpointRow['endpoint_type'], readonly Connection[]>> = {
  SOURCE: ['', 'API', 'FILESYSTEM'],
  DESTINATION: ['', 'API', 'FILESYSTEM', 'DATABASE', 'MANUALREVIEW', 'APPDEPLOYMENT'],
}

/** Of which kind a connector has to be. */
const kinds = { FILESYSTEM: 'file-connector', DATABASE: 'database-connector' } as const

/** A new kind of connection begins without a connector and with its own defaults. */
export async function updateEndpoint(
  ctx: Pick<Context, 'db'>,
  { actor, id, ...changes }: Input,
): Promise<EndpointRow> {
  const endpoint = await getEndpoint(ctx, { actor, id })
  await getWorkflowToChange(ctx, { actor, id: endpoint.workflow_id })
  const tenant = tenantOf(ctx, actor)
  const wanted = changed(endpoint, changes)
  const { connectionType, connectorId, configuration } = wanted
  if (wanted.isNew) await admitConnection(tenant, endpoint, connectionType)
  if (wanted.isNew || connectorId !== endpoint.connector_id) await assertUnused(tenant, endpoint)
  const end = { endpoint_type: endpoint.endpoint_type, connection_type: connectionType }
  const checked = configuration && checkSettings(end, configuration)
  if (connectorId && connectorId !== endpoint.connector_id) {
    await assertFitting(ctx, { actor, id: connectorId, connectionType })
  }
  await changeEndpoint(tenant, id, {
    connectionType,
    configuration: checked && JSON.stringify(checked),
    connectorId,
  })
  return getEndpoint(ctx, { actor, id })
}

/** The end as it is to be. */
function changed(endpoint: EndpointRow, changes: Omit<Input, 'actor' | 'id'>) {
  const connectionType = changes.connectionType ?? endpoint.connection_type
  const isNew = connectionType !== endpoint.connection_type
  const kept = isNew
    ? { connectorId: null, configuration: null }
    : { connectorId: endpoint.connector_id, configuration: endpoint.configuration }
  const { connectorId = kept.connectorId, configuration = kept.configuration } = changes
  return { connectionType, isNew, connectorId, configuration }
}

function checkSettings(
  end: Pick<EndpointRow, 'endpoint_type' | 'connection_type'>,
  given: unknown,
) {
  try {
    return checkEndSettings(end, given)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    // Said like any other fault of what was sent, at the field that it stands below.
    throw new z.ZodError(
      error.issues.map((issue) => ({ ...issue, path: ['configuration', ...issue.path] })),
    )
  }
}

type Chosen = { readonly actor: Actor; readonly id: string; readonly connectionType: Connection }

async function assertFitting(
  ctx: Pick<Context, 'db'>,
  { actor, id, connectionType }: Chosen,
): Promise<void> {
  if (connectionType !== 'FILESYSTEM' && connectionType !== 'DATABASE') {
    throw invalid('connectorId', 'This kind of connection has no connector.')
  }
  await assertConnectorUsable(ctx, { actor, id, kind: kinds[connectionType] }).catch((error) => {
    if (!(error instanceof AppError)) throw error
    throw invalid('connectorId', 'There is no such connector.', 'does_not_exist')
  })
}

async function assertUnused(tenant: Tenant, { workflow_id }: EndpointRow): Promise<void> {
  if (await isWorkflowUsed(tenant, workflow_id)) {
    throw conflict('Workflow used in API/Task/ETL deployment')
  }
}

async function admitConnection(
  tenant: Tenant,
  endpoint: EndpointRow,
  connectionType: Connection,
): Promise<void> {
  const { endpoint_type } = endpoint
  if (!available[endpoint_type].includes(connectionType)) {
    const detail = `${connectionType} cannot be chosen for this end.`
    throw invalid('connectionType', detail, 'invalid_choice')
  }
  const both = await findEndpoints(tenant, { workflowIds: [endpoint.workflow_id] })
  const other = both.find(({ id }) => id !== endpoint.id)?.connection_type ?? ''
  if (!connectionType || !other) return
  if ((connectionType === 'API') !== (other === 'API')) {
    throw badRequest('A workflow has API on both ends or on none.')
  }
  const [source, destination] =
    endpoint_type === 'SOURCE' ? [connectionType, other] : [other, connectionType]
  if (source === 'FILESYSTEM' && destination === 'MANUALREVIEW') {
    throw badRequest('Files of a file system cannot go to manual review.')
  }
}
