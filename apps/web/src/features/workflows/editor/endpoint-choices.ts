import type { ConnectionType } from '@recto/contract/workflows/workflow-fields'
import { connectionLabels } from '../../../shared/words/value-label.ts'
import type { WorkflowEnd } from '../workflow.ts'

export type Choice = {
  readonly type: ConnectionType
  readonly label: string
}

export const choiceOf = (type: ConnectionType): Choice => ({ type, label: connectionLabels[type] })

/** Files come from API calls or from file systems. */
export const sourceChoices: readonly Choice[] = [choiceOf('API'), choiceOf('FILESYSTEM')]

type EndpointChoicesOptions = {
  readonly source: WorkflowEnd['connection']
  readonly withApps: boolean
}

/**
 * Lists the possible destinations: API calls are answered by the API; other sources can have any
 * destination except an API.
 */
export function destinationChoices({
  source,
  withApps,
}: EndpointChoicesOptions): readonly Choice[] {
  if (source === 'API') return [choiceOf('API')]
  return [
    choiceOf('FILESYSTEM'),
    choiceOf('DATABASE'),
    choiceOf('HTTP'),
    ...(source === 'FILESYSTEM' ? [] : [choiceOf('MANUALREVIEW')]),
    ...(withApps ? [choiceOf('APPDEPLOYMENT')] : []),
  ]
}
