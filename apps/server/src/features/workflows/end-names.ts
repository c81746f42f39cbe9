import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { connectorFaces } from '../connectors/connectors.port.ts'
import { type EndpointRow, findEndpoints } from './workflows.store.ts'

/** What lists call an end of a workflow. */
export type EndName = { readonly name: string; readonly icon: string }

type Ends = { readonly source?: EndName; readonly destination?: EndName }

/** Of each workflow, by its id; what is not chosen yet is absent. */
export async function endNames(
  ctx: Pick<Context, 'connectorProviders'>,
  tenant: Tenant,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, Ends>> {
  if (workflowIds.length === 0) return new Map()
  const rows = await findEndpoints(tenant, { workflowIds: [...new Set(workflowIds)] })
  const connectors = await connectorFaces(
    ctx,
    tenant,
    rows.flatMap(({ connector_id }) => connector_id ?? []),
  )
  const named = ({ endpoint_type, connection_type, connector_id }: EndpointRow) => {
    if (!connection_type) return []
    const side = endpoint_type === 'SOURCE' ? 'source' : 'destination'
    const face = connectors.get(connector_id ?? '') ?? { name: labels[connection_type], icon: '' }
    return [[side, face] as const]
  }
  const byWorkflow = Map.groupBy(rows, (row) => row.workflow_id)
  return new Map([...byWorkflow].map(([id, ends]) => [id, Object.fromEntries(ends.flatMap(named))]))
}

const labels: Record<Exclude<EndpointRow['connection_type'], ''>, string> = {
  API: 'API',
  FILESYSTEM: 'File System',
  DATABASE: 'Database',
  MANUALREVIEW: 'Human In The Loop',
  APPDEPLOYMENT: 'App Deployment',
}
