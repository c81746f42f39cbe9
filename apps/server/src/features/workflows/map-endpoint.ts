import type { EndpointRequest } from '@recto/contract/wire/endpoint'
import type * as api from '@recto/contract/workflows/workflows'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
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

export function presentEndpoint(endpoint: EndpointRow): api.WorkflowEndpoint {
  return {
    id: endpoint.id,
    workflow: endpoint.workflow_id,
    workflow_name: endpoint.workflow_name,
    endpoint_type: endpoint.endpoint_type,
    connection_type: endpoint.connection_type,
    configuration: endpoint.configuration,
    connector_instance: endpoint.connector_id,
    created_at: presentTime(endpoint.created_at),
    modified_at: presentTime(endpoint.modified_at),
  }
}
