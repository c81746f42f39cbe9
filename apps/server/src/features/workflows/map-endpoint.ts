import type { EndpointRequest } from '@recto/contract/wire/endpoint'
import type * as api from '@recto/contract/workflows/workflows'
import type { Tenant } from '../../platform/db/database.ts'
import type { WorkflowDefinition } from '../../platform/db/tables/workflows.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { findLiveDefinitions } from './workflow-versions.store.ts'
import type { EndpointRow } from './workflows.store.ts'

export const toEndpointRefusal = rethrowWithWireFields({
  connectionType: 'connection_type',
  connectorId: 'connector_instance',
})

export const toEndpointFilter = (query: api.EndpointQuery) => ({
  endpointType: query.endpoint_type,
  connectionType: query.connection_type,
  workflowId: query.workflow,
})

export const toEndpointChanges = (body: api.EndpointChanges) => ({
  connectionType: body.connection_type,
  configuration: body.configuration,
  connectorId: body.connector_instance_id ?? body.connector_instance,
})

const connectionTypes = { file: 'FILESYSTEM', api: 'API', db: 'DATABASE' } as const
const endpointTypes = { src: 'SOURCE', dest: 'DESTINATION' } as const

export const toEnd = ({ type, entity }: EndpointRequest<typeof api.getEndSchema>['query']) => ({
  endpoint_type: endpointTypes[type],
  connection_type: connectionTypes[entity],
})

export async function presentEndpoints(
  tenant: Tenant,
  endpoints: readonly EndpointRow[],
): Promise<api.WorkflowEndpoint[]> {
  const workflowIds = [...new Set(endpoints.map((endpoint) => endpoint.workflow_id))]
  const liveDefinitions = await findLiveDefinitions(tenant, workflowIds)
  return endpoints.map((endpoint) =>
    toWireEndpoint(endpoint, liveDefinitions.get(endpoint.workflow_id)),
  )
}

export async function presentEndpoint(
  tenant: Tenant,
  endpoint: EndpointRow,
): Promise<api.WorkflowEndpoint> {
  const [wireEndpoint] = await presentEndpoints(tenant, [endpoint])
  return wireEndpoint as api.WorkflowEndpoint
}

function toWireEndpoint(
  endpoint: EndpointRow,
  definition: WorkflowDefinition | undefined,
): api.WorkflowEndpoint {
  const liveEnd = endpoint.endpoint_type === 'SOURCE' ? definition?.source : definition?.destination
  return {
    id: endpoint.id,
    workflow: endpoint.workflow_id,
    workflow_name: endpoint.workflow_name,
    endpoint_type: endpoint.endpoint_type,
    connection_type: endpoint.connection_type,
    configuration: endpoint.configuration,
    connector_instance: endpoint.connector_id,
    live: liveEnd
      ? {
          connection_type: liveEnd.connection,
          configuration: { ...liveEnd.configuration },
          connector_instance: liveEnd.connectorId,
        }
      : null,
    created_at: presentTime(endpoint.created_at),
    modified_at: presentTime(endpoint.modified_at),
  }
}
