import type { EndpointRow } from './workflows.store.ts'

const fileExtensions = {
  type: 'array',
  title: 'File types to process',
  description: 'Leave empty to process every supported type.',
  items: { type: 'string', enum: ['PDF documents', 'Text documents', 'Images'] },
  uniqueItems: true,
}

const apiSource = {
  title: 'API',
  type: 'object',
  required: [],
  properties: { fileExtensions },
}

/** The schema of an endpoint's configuration; `null` where there is nothing to set. */
export function endpointSettingsSchema({
  endpoint_type,
  connection_type,
}: Pick<EndpointRow, 'endpoint_type' | 'connection_type'>): Record<string, unknown> | null {
  return endpoint_type === 'SOURCE' && connection_type === 'API' ? apiSource : null
}
