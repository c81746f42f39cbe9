import type { Workflow, WorkflowEndpoint } from '@recto/contract/workflows'

export type Ends = {
  readonly source: WorkflowEndpoint
  readonly destination: WorkflowEndpoint
}

/** A workflow has one of each from the beginning. */
export function endsOf(endpoints: readonly WorkflowEndpoint[]): Ends | undefined {
  const source = endpoints.find(({ endpoint_type }) => endpoint_type === 'SOURCE')
  const destination = endpoints.find(({ endpoint_type }) => endpoint_type === 'DESTINATION')
  return source && destination && { source, destination }
}

/** Why the workflow cannot run yet, if it cannot. */
export function runRefusal(workflow: Workflow, { source, destination }: Ends): string | undefined {
  if (source.connection_type === '') return 'Choose a source first'
  if (workflow.tool_instances.length === 0) return 'Add a tool first'
  if (destination.connection_type === '') return 'Choose a destination first'
  return undefined
}

/** Why the workflow cannot be deployed as an API, if it cannot. */
export function apiRefusal(workflow: Workflow, { source, destination }: Ends): string | undefined {
  const isApi = source.connection_type === 'API' && destination.connection_type === 'API'
  if (!isApi) return 'Source and destination must both be API'
  return runRefusal(workflow, { source, destination })
}
