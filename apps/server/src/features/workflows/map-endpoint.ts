import type { EndpointRequest } from '@recto/contract/endpoint'
import type * as api from '@recto/contract/workflows'
import { presentTime } from '../../platform/present-time.ts'
import { toWireFields } from '../../platform/wire-fields.ts'
import type { EndpointRow } from './workflows.store.ts'

export const toEndpointRefusal = toWireFields({
  connectionType: 'connection_type',
  connectorId: 'connector_instance',
})

export const endpointFilter = (query: api.EndpointQuery) => ({
  endpointType: query.endpoint_type,
  connectionType: query.connection_type,
  workflowId: query.workflow,
})

export const endpointChanges = (body: api.EndpointChanges) => ({
  connectionType: body.connection_type,
  configuration: body.configuration,
  connectorId: body.connector_instance_id ?? body.connector_instance,
})

const connections = { file: 'FILESYSTEM', api: 'API', db: 'DATABASE' } as const
const ends = { src: 'SOURCE', dest: 'DESTINATION' } as const

export const endOf = ({ type, entity }: EndpointRequest<typeof api.getEndSchema>['query']) => ({
  endpoint_type: ends[type],
  connection_type: connections[entity],
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
