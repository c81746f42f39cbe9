import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { connectorFaces } from '../connectors/connectors.port.ts'
import { type EndpointRow, findEndpoints } from './workflows.store.ts'

/** The name and icon of an endpoint in lists. */
export type EndpointLabel = { readonly name: string; readonly icon: string }

type EndpointLabels = { readonly source?: EndpointLabel; readonly destination?: EndpointLabel }

const connectionNames: Record<Exclude<EndpointRow['connection_type'], ''>, string> = {
  API: 'API',
  FILESYSTEM: 'File System',
  DATABASE: 'Database',
  MANUALREVIEW: 'Human In The Loop',
  APPDEPLOYMENT: 'App Deployment',
  HTTP: 'HTTP Endpoint',
}

/** Loads the labels of the endpoints of workflows, by workflow id; unset endpoints are absent. */
export async function loadEndpointLabels(
  ctx: Pick<Context, 'connectorProviders'>,
  tenant: Tenant,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, EndpointLabels>> {
  if (workflowIds.length === 0) return new Map()
  const rows = await findEndpoints(tenant, { workflowIds: [...new Set(workflowIds)] })
  const connectors = await connectorFaces(
    ctx,
    tenant,
    rows.flatMap(({ connector_id }) => connector_id ?? []),
  )
  const toLabelEntry = ({ endpoint_type, connection_type, connector_id }: EndpointRow) => {
    if (!connection_type) return []
    const side = endpoint_type === 'SOURCE' ? 'source' : 'destination'
    const label = connectors.get(connector_id ?? '') ?? {
      name: connectionNames[connection_type],
      icon: '',
    }
    return [[side, label] as const]
  }
  const byWorkflow = Map.groupBy(rows, (row) => row.workflow_id)
  return new Map(
    [...byWorkflow].map(([id, endpoints]) => [
      id,
      Object.fromEntries(endpoints.flatMap(toLabelEntry)),
    ]),
  )
}
