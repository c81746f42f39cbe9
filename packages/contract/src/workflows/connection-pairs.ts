import type { ConnectionType } from './workflow-fields.ts'

type ConnectionPair = {
  readonly source: ConnectionType | ''
  readonly destination: ConnectionType | ''
}

/**
 * Returns the reason why a workflow cannot run with these ends, if any. They are saved one after
 * the other, so a pair that cannot run may be stored; whoever runs or deploys the workflow is told.
 */
export function findConnectionProblem({ source, destination }: ConnectionPair): string | undefined {
  if (!source || !destination) return undefined
  if ((source === 'API') !== (destination === 'API')) {
    return 'A workflow must use API as both source and destination, or as neither.'
  }
  if (source === 'FILESYSTEM' && destination === 'MANUALREVIEW') {
    return 'Files from a file system cannot be sent to manual review.'
  }
  return undefined
}
