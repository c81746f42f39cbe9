import { destinationSettings } from '@recto/contract/adapters/secret-destination'
import { catalog } from '@recto/providers/catalog'
import { connectorCatalog } from '@recto/providers/connector-catalog'
import { expect, test } from 'vitest'

/** Settings that change what is requested, but never who receives the secrets. */
const harmlessSettings = new Set([
  'adapter_name',
  'additional_kwargs',
  'after_processing',
  'api_version',
  'auth_type',
  // It decides which received mails are refused; no secret is sent anywhere.
  'authentication',
  'aws_profile_name',
  'bucket',
  'client_id',
  'connectorName',
  'dangerous_content',
  'database',
  'deployment_name',
  'documents',
  'embed_mode',
  'failed_folder',
  'folders',
  'guardrail_identifier',
  'guardrail_trace',
  'guardrail_version',
  'harassment',
  'hate_speech',
  // It names a header of the same request, whose receiver stays the same.
  'header_name',
  'key',
  'label',
  'language',
  'line_splitter_strategy',
  'mails_per_hour',
  'max_age_days',
  'max_megabytes',
  'mode',
  'model',
  'model_id',
  'model_name',
  'other',
  'output_mode',
  'page_seperator',
  'pages_to_extract',
  'path',
  'pod_type',
  'pods',
  'processed_folder',
  'project',
  'project_id',
  'reasoning_effort',
  'replicas',
  'result_type',
  'role',
  'schema',
  'senders',
  'service_tier',
  'sexual_content',
  'shards',
  'spec',
  'subject',
  'tag',
  'tokenizer_name',
  'use_webhook',
  'user',
  'user_dir',
  'username',
  'warehouse',
  'webhook_metadata',
])

type Property = { readonly type?: unknown; readonly format?: unknown }

/** Returns the names of the text settings of a schema that are not secret, also below conditions. */
function listTextSettings(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { properties = {} } = node as { readonly properties?: Record<string, Property> }
  const isPlainText = ({ type, format }: Property) =>
    [type].flat().includes('string') && format !== 'password'
  const names = Object.entries(properties).filter(([, property]) => isPlainText(property))
  return [...names.map(([name]) => name), ...Object.values(node).flatMap(listTextSettings)]
}

test('every text setting is known either as a destination of secrets or as harmless', () => {
  const names = [...catalog, ...connectorCatalog].flatMap(({ schema }) => listTextSettings(schema))

  const unknownNames = new Set(
    names.filter((name) => !destinationSettings.has(name) && !harmlessSettings.has(name)),
  )

  expect([...unknownNames]).toEqual([])
  expect([...harmlessSettings].filter((name) => !names.includes(name))).toEqual([])
})
