import type { Workflow, WorkflowEnd } from '../workflow.ts'

export type Ends = {
  readonly source: WorkflowEnd
  readonly destination: WorkflowEnd
}

/** A workflow has one of each from the beginning. */
export function endsOf(endpoints: readonly WorkflowEnd[]): Ends | undefined {
  const source = endpoints.find(({ side }) => side === 'source')
  const destination = endpoints.find(({ side }) => side === 'destination')
  return source && destination && { source, destination }
}

/** Why the workflow cannot run yet, if it cannot. */
export function runRefusal(workflow: Workflow, { source, destination }: Ends): string | undefined {
  if (source.connection === '') return 'Choose a source first'
  if (!workflow.step) return 'Add a tool first'
  if (destination.connection === '') return 'Choose a destination first'
  return undefined
}

/** Why the workflow cannot be deployed as an API, if it cannot. */
export function apiRefusal(workflow: Workflow, { source, destination }: Ends): string | undefined {
  const isApi = source.connection === 'API' && destination.connection === 'API'
  if (!isApi) return 'Source and destination must both be API'
  return runRefusal(workflow, { source, destination })
}
