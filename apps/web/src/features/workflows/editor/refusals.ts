import { findConnectionProblem } from '@recto/contract/workflows/connection-pairs'
import type { Workflow, WorkflowEnd } from '../workflow.ts'

export type Ends = {
  readonly source: WorkflowEnd
  readonly destination: WorkflowEnd
}

/** Source and destination; every workflow has both from the start. */
export function endsOf(endpoints: readonly WorkflowEnd[]): Ends | undefined {
  const source = endpoints.find(({ side }) => side === 'source')
  const destination = endpoints.find(({ side }) => side === 'destination')
  return source && destination && { source, destination }
}

const connectedTypes: ReadonlySet<WorkflowEnd['connection']> = new Set([
  'FILESYSTEM',
  'DATABASE',
  'HTTP',
])

/** Files, tables and calls require a connector. */
export const isUnconnected = ({ connection, connectorId }: WorkflowEnd): boolean =>
  connectedTypes.has(connection) && connectorId === null

/** Returns the reason why the source and the destination do not fit together, if any. */
export const pairRefusal = ({ source, destination }: Ends): string | undefined =>
  findConnectionProblem({ source: source.connection, destination: destination.connection })

/** Returns the reason why the workflow cannot run yet, if any. */
export function runRefusal(workflow: Workflow, ends: Ends): string | undefined {
  const { source, destination } = ends
  const misfit = pairRefusal(ends)
  if (misfit) return misfit
  if (source.connection === '') return 'Select a source first'
  if (isUnconnected(source)) return 'Configure the source first'
  if (!workflow.step) return 'Add a tool first'
  if (destination.connection === '') return 'Select a destination first'
  if (isUnconnected(destination)) return 'Configure the destination first'
  return undefined
}

type Goal = { readonly connections: readonly string[]; readonly goal: string }

const pipelineGoals: Readonly<Record<'ETL' | 'TASK', Goal>> = {
  ETL: { connections: ['DATABASE', 'HTTP'], goal: 'a database or an HTTP endpoint' },
  TASK: { connections: ['FILESYSTEM'], goal: 'a file system' },
}

/** Returns the reason why the workflow cannot be deployed as a pipeline, if any. */
function pipelineRefusal(
  workflow: Workflow,
  ends: Ends,
  type: keyof typeof pipelineGoals,
): string | undefined {
  const { source, destination } = ends
  const { connections, goal } = pipelineGoals[type]
  if (source.connection !== 'FILESYSTEM' || !connections.includes(destination.connection)) {
    return `The source must be a file system and the destination must be ${goal}`
  }
  return runRefusal(workflow, ends)
}

/** Reasons why the workflow cannot be deployed; last, that the user may not deploy it. */
export const deployRefusals = (
  workflow: Workflow,
  ends: Ends,
  rightRefusal: string | undefined,
) => ({
  api: apiRefusal(workflow, ends) ?? rightRefusal,
  etl: pipelineRefusal(workflow, ends, 'ETL') ?? rightRefusal,
  task: pipelineRefusal(workflow, ends, 'TASK') ?? rightRefusal,
})

/** Returns the reason why the workflow cannot be deployed as an API, if any. */
function apiRefusal(workflow: Workflow, { source, destination }: Ends): string | undefined {
  const isApi = source.connection === 'API' && destination.connection === 'API'
  if (!isApi) return 'Source and destination must both be API'
  return runRefusal(workflow, { source, destination })
}
