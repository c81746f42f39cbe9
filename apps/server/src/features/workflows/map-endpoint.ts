import type { EndpointRequest } from '@recto/contract/wire/endpoint'
import { fromWire, wireNamesOf } from '@recto/contract/wire/fields'
import { endpointFields } from '@recto/contract/workflows/workflow-fields'
import type * as api from '@recto/contract/workflows/workflows'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import type { WorkflowDefinition } from '../../platform/db/tables/workflows.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { presentConnectorSummaries, presentConnectorsById } from '../connectors/connectors.port.ts'
import { findLiveDefinitions } from './workflow-versions.store.ts'
import type { EndpointRow } from './workflows.store.ts'

export const toEndpointRefusal = rethrowWithWireFields(wireNamesOf(endpointFields))

export const toEndpointFilter = (query: api.EndpointQuery) => ({
  endpointType: query.endpoint_type,
  connectionType: query.connection_type,
  workflowId: query.workflow,
})

export const toEndpointChanges = (body: api.EndpointChanges) => {
  const { connectorId, ...changes } = fromWire(endpointFields, body)
  return { ...changes, connectorId: body.connector_instance_id ?? connectorId }
}

const connectionTypes = {
  file: 'FILESYSTEM',
  api: 'API',
  db: 'DATABASE',
  http: 'HTTP',
} as const
const endpointTypes = { src: 'SOURCE', dest: 'DESTINATION' } as const

export const toEndpointKind = ({
  type,
  entity,
}: EndpointRequest<typeof api.getEndSchema>['query']) => ({
  endpoint_type: endpointTypes[type],
  connection_type: connectionTypes[entity],
})

type PresentEndpointDependencies = Pick<Context, 'db' | 'connectorProviders' | 'config' | 'vault'>

export async function presentEndpoints(
  ctx: PresentEndpointDependencies,
  actor: Actor,
  endpoints: readonly EndpointRow[],
): Promise<api.WorkflowEndpoint[]> {
  const workflowIds = [...new Set(endpoints.map((endpoint) => endpoint.workflow_id))]
  const connectorIds = endpoints
    .map((endpoint) => endpoint.connector_id)
    .filter((value) => value !== null)
  const showsConnectors = ctx.config.connectors.shownInEndpoints === 'object'
  const [liveDefinitions, connectors, wholeConnectors] = await Promise.all([
    findLiveDefinitions(tenantOf(ctx, actor), workflowIds),
    presentConnectorSummaries(ctx, actor, connectorIds),
    presentConnectorsById(ctx, actor, showsConnectors ? connectorIds : []),
  ])
  return endpoints.map((endpoint) => ({
    ...toWireEndpoint(endpoint, liveDefinitions.get(endpoint.workflow_id)),
    connector_instance: wholeConnectors.get(endpoint.connector_id ?? '') ?? endpoint.connector_id,
    connector: connectors.get(endpoint.connector_id ?? '') ?? null,
  }))
}

export async function presentEndpoint(
  ctx: PresentEndpointDependencies,
  actor: Actor,
  endpoint: EndpointRow,
): Promise<api.WorkflowEndpoint> {
  const [wireEndpoint] = await presentEndpoints(ctx, actor, [endpoint])
  return wireEndpoint as api.WorkflowEndpoint
}

function toWireEndpoint(
  endpoint: EndpointRow,
  definition: WorkflowDefinition | undefined,
): Omit<api.WorkflowEndpoint, 'connector'> {
  const liveEndpoint =
    endpoint.endpoint_type === 'SOURCE' ? definition?.source : definition?.destination
  return {
    id: endpoint.id,
    workflow: endpoint.workflow_id,
    workflow_name: endpoint.workflow_name,
    endpoint_type: endpoint.endpoint_type,
    ...presentFields(endpointFields, endpoint),
    live: liveEndpoint
      ? {
          connection_type: liveEndpoint.connection,
          configuration: { ...liveEndpoint.configuration },
          connector_instance: liveEndpoint.connectorId,
        }
      : null,
    created_at: presentTime(endpoint.created_at),
    modified_at: presentTime(endpoint.modified_at),
  }
}
