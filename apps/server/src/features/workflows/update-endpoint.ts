import type { FieldEdits } from '@recto/contract/wire/fields'
import type { endpointFields } from '@recto/contract/workflows/workflow-fields'
import { z } from 'zod'
import { AppError, conflict, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'

import type { Tenant } from '../../platform/db/database.ts'
import {
  assertConnectorUsable,
  type ConnectorDependencies,
  openDatabaseConnector,
} from '../connectors/connectors.port.ts'
import { editWorkflow } from './edit-workflow.ts'

import { parseEndpointSettings, parseTableDestination } from './endpoint-settings.ts'
import { getEndpoint } from './get-endpoint.ts'
import { getWorkflowToChange } from './get-workflow.ts'
import { recordWorkflow } from './record-workflow.ts'
import { findLineTableRefusal, findNameProblem } from './table-name.ts'
import { changeEndpoint, type EndpointRow, isWorkflowUsed } from './workflows.store.ts'

type Connection = EndpointRow['connection_type']

type UpdateEndpointDependencies = Pick<Context, 'db'> & ConnectorDependencies

type UpdateEndpointRequest = {
  readonly actor: Actor
  readonly id: string
} & FieldEdits<typeof endpointFields>

/** Connection types that can be selected for each endpoint. */
const availableConnections: Readonly<Record<EndpointRow['endpoint_type'], readonly Connection[]>> =
  {
    SOURCE: ['', 'API', 'FILESYSTEM'],
    DESTINATION: ['', 'API', 'FILESYSTEM', 'DATABASE', 'MANUALREVIEW', 'APPDEPLOYMENT', 'HTTP'],
  }

/** Kind of connector that a connection type requires. */
const connectorKinds = {
  FILESYSTEM: 'file-connector',
  DATABASE: 'database-connector',
  HTTP: 'http-connector',
} as const

/**
 * Updates an endpoint. A new connection type starts without a connector and with its own defaults; while the workflow is
 * deployed, the type cannot change, because deployments and pipelines were created for it.
 */
export async function updateEndpoint(
  ctx: UpdateEndpointDependencies,
  { actor, id, ...changes }: UpdateEndpointRequest,
): Promise<EndpointRow> {
  const endpoint = await getEndpoint(ctx, { actor, id })
  const workflow = await getWorkflowToChange(ctx, { actor, id: endpoint.workflow_id })
  const tenant = tenantOf(ctx, actor)
  const updatedEndpoint = applyChanges(endpoint, changes)
  const { connectionType, connectorId, configuration } = updatedEndpoint
  if (updatedEndpoint.isNew) {
    assertConnectionAllowed(endpoint, connectionType)
    await assertUnused(tenant, endpoint)
  }
  const kind = { endpoint_type: endpoint.endpoint_type, connection_type: connectionType }
  const parsedConfiguration = configuration && parseSettings(kind, configuration)
  if (connectorId && connectorId !== endpoint.connector_id) {
    await assertConnectorFits(ctx, { actor, id: connectorId, connectionType })
  }
  if (connectionType === 'DATABASE' && connectorId && parsedConfiguration) {
    await assertNamesFit(ctx, tenant, connectorId, parsedConfiguration)
  }
  const { workflow_id: workflowId } = endpoint
  const apply = async (transaction: Tenant) => {
    await changeEndpoint(transaction, id, {
      connectionType,
      configuration: parsedConfiguration,
      connectorId,
    })
    const changedEndpoint = await getEndpoint({ db: transaction.db }, { actor, id })
    await recordWorkflow(transaction, actor, {
      done: `${endpoint.endpoint_type.toLowerCase()}-changed`,
      workflow,
      before: toAuditValues(endpoint),
      after: toAuditValues(changedEndpoint),
    })
    return changedEndpoint
  }
  return editWorkflow(ctx, { actor, workflowId, apply })
}

const toAuditValues = ({ connection_type, connector_id, configuration }: EndpointRow) => ({
  connection_type,
  connector: connector_id,
  configuration,
})

/** Merges the changes into the endpoint. */
function applyChanges(endpoint: EndpointRow, changes: Omit<UpdateEndpointRequest, 'actor' | 'id'>) {
  const connectionType = changes.connectionType ?? endpoint.connection_type
  const isNew = connectionType !== endpoint.connection_type
  const previous = isNew
    ? { connectorId: null, configuration: null }
    : { connectorId: endpoint.connector_id, configuration: endpoint.configuration }
  const { connectorId = previous.connectorId, configuration = previous.configuration } = changes
  return { connectionType, isNew, connectorId, configuration }
}

/** Throws a `ZodError` whose fields are below `configuration`. */
export function parseSettings(
  kind: Pick<EndpointRow, 'endpoint_type' | 'connection_type'>,
  configuration: unknown,
) {
  try {
    return parseEndpointSettings(kind, configuration)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new z.ZodError(
      error.issues.map((issue) => ({ ...issue, path: ['configuration', ...issue.path] })),
    )
  }
}

type ConnectorChoice = {
  readonly actor: Actor
  readonly id: string
  readonly connectionType: Connection
}

async function assertConnectorFits(
  ctx: Pick<Context, 'db'>,
  { actor, id, connectionType }: ConnectorChoice,
): Promise<void> {
  if (
    connectionType !== 'FILESYSTEM' &&
    connectionType !== 'DATABASE' &&
    connectionType !== 'HTTP'
  ) {
    throw invalid('connectorId', 'This type of connection does not use a connector.')
  }
  await assertConnectorUsable(ctx, { actor, id, kind: connectorKinds[connectionType] }).catch(
    (error) => {
      if (!(error instanceof AppError)) throw error
      throw invalid('connectorId', 'This connector does not exist.', 'does_not_exist')
    },
  )
}

/** Refuses names that the database of the connector does not allow. Nothing is connected for it. */
async function assertNamesFit(
  ctx: UpdateEndpointDependencies,
  tenant: Tenant,
  connectorId: string,
  configuration: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { connector } = await openDatabaseConnector(ctx, tenant, connectorId)
  const settings = parseTableDestination(configuration)
  const problem =
    findNameProblem(settings, connector.nameLimit) ?? findLineTableRefusal(settings, connector)
  await connector.close()
  if (!problem) return
  const path = ['configuration', ...problem.path]
  throw new z.ZodError([{ code: 'custom', path, message: problem.problem, input: undefined }])
}

async function assertUnused(tenant: Tenant, { workflow_id }: EndpointRow): Promise<void> {
  if (await isWorkflowUsed(tenant, workflow_id)) {
    throw conflict('Workflow used in API/Task/ETL deployment')
  }
}

/**
 * The pair with the other end is not checked here: clients change one end after the other, so it is
 * checked when the workflow is run or deployed.
 */
function assertConnectionAllowed({ endpoint_type }: EndpointRow, connectionType: Connection): void {
  if (availableConnections[endpoint_type].includes(connectionType)) return
  const detail = `${connectionType} is not available for this endpoint.`
  throw invalid('connectionType', detail, 'invalid_choice')
}
