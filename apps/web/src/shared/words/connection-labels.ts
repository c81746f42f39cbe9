import type { ConnectionType } from '@recto/contract/workflows/workflows'

/** Types of sources and destinations as people read them. */
export const connectionLabels: Readonly<Record<ConnectionType, string>> = {
  API: 'API',
  FILESYSTEM: 'File System',
  DATABASE: 'Database',
  MANUALREVIEW: 'Human In The Loop',
  APPDEPLOYMENT: 'App Deployment',
}
