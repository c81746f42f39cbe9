import { hiddenTextPolicyLabels } from '@recto/contract/prompt-studio/hidden-text'
import type { ConnectionType } from '@recto/contract/workflows/workflow-fields'
import { labelOfWord } from './word-label.ts'

/** Types of sources and destinations as people read them. */
export const connectionLabels: Readonly<Record<ConnectionType, string>> = {
  API: 'API',
  FILESYSTEM: 'File System',
  DATABASE: 'Database',
  MANUALREVIEW: 'Human In The Loop',
  APPDEPLOYMENT: 'App Deployment',
  HTTP: 'HTTP Endpoint',
}

type Labels = Readonly<Record<string, string>>

/** Labels of the values of fields, by the name of the field. */
const labelsByField: ReadonlyMap<string, Labels> = new Map<string, Labels>([
  ['connection', connectionLabels],
  ['connection_type', connectionLabels],
  ['hidden_text_policy', hiddenTextPolicyLabels],
  ['required', { all: 'All required', any: 'Any required' }],
])

/** Fields whose values are words of the product, and not of people. */
const fieldsOfWords: ReadonlySet<string> = new Set([
  'mode',
  'platform',
  'authorization_type',
  'permission',
  'retrieval-strategy',
  'retrieval_strategy',
  'page_filter_strategy',
  'role',
  'type',
  'enforce_type',
])

/** Fields of tools that are either on or off. A prompt may be the text “true”, which stays. */
const flagFields: ReadonlySet<string> = new Set([
  'active',
  'enable_challenge',
  'enable_embedded_data',
  'enable_highlight',
  'enable_single_pass_extraction',
  'hybrid-search',
  'reindex',
  'summarize_as_source',
])

export function labelOfFlag(value: string): string {
  if (value === 'true') return 'Yes'
  return value === 'false' ? 'No' : value
}

/** A stored value as people read it. A text that people wrote stays as it is. */
export function labelOfValue(field: string, value: string): string {
  const labels = labelsByField.get(field)
  if (labels && Object.hasOwn(labels, value)) return labels[value] ?? value
  if (fieldsOfWords.has(field)) return labelOfWord(value)
  return flagFields.has(field) ? labelOfFlag(value) : value
}
