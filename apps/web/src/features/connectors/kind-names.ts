import type { ConnectorContent } from './connector.ts'

export const kindNames: Readonly<Record<ConnectorContent, string>> = {
  files: 'File system',
  tables: 'Database',
}
