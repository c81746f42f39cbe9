import type { ConnectionType } from '@recto/contract/workflows'
import type { WorkflowEnd } from '../workflow.ts'

export type Choice = {
  readonly type: ConnectionType
  readonly label: string
}

const labels: Record<ConnectionType, string> = {
  API: 'API',
  FILESYSTEM: 'File System',
  DATABASE: 'Database',
  MANUALREVIEW: 'Human In The Loop',
  APPDEPLOYMENT: 'App Deployment',
}

const choice = (type: ConnectionType): Choice => ({ type, label: labels[type] })

/** Files come from calls or from stores of files. */
export const sourceChoices: readonly Choice[] = [choice('API'), choice('FILESYSTEM')]

type Given = {
  readonly source: WorkflowEnd['connection']
  readonly withApps: boolean
}

/** What an API was given it answers itself; what came from elsewhere goes anywhere but to an API. */
export function destinationChoices({ source, withApps }: Given): readonly Choice[] {
  if (source === 'API') return [choice('API')]
  return [
    choice('FILESYSTEM'),
    choice('DATABASE'),
    ...(source === 'FILESYSTEM' ? [] : [choice('MANUALREVIEW')]),
    ...(withApps ? [choice('APPDEPLOYMENT')] : []),
  ]
}
