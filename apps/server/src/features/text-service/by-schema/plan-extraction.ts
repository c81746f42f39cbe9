import {
  type ExtractBySchemaRequest,
  maxSchemaLength,
} from '@recto/contract/text-service/extract-by-schema'
import { WhisperOptions } from '@recto/contract/text-service/text-service'
import { readSchema, SchemaError } from '@recto/extraction/read-schema'
import { omitUndefined } from '@recto/omit-undefined'
import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import { builtInAdapterIds, findSharedAdapter, isBuiltIn } from '../../adapters/adapters.port.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { planJob } from '../uploads/plan-job.ts'

/** Builds the options of a job that extracts the values of a schema. Throws 400 for what it cannot do. */
export async function planExtraction(
  caller: KeyHolder,
  { schema, model, tag, file_name, reads_embedded_data: readsEmbedded }: ExtractBySchemaRequest,
): Promise<TextJobOptions> {
  const { tenant } = caller
  const schemaText = toSchemaText(schema)
  assertFillable(schemaText)
  const modelId = model ? await findModel(tenant, model) : undefined
  if (modelId === undefined) await assertHasBuiltInExtractor(tenant)
  const options = await planJob(caller, WhisperOptions.parse({ tag, file_name }))
  const extraction = { schema: schemaText, readsEmbedded, ...omitUndefined({ modelId }) }
  return { ...options, output: 'values', extraction }
}

function toSchemaText(schema: ExtractBySchemaRequest['schema']): string {
  const text = typeof schema === 'string' ? schema : JSON.stringify(schema)
  if (text.length <= maxSchemaLength) return text
  throw invalid('schema', `The schema is longer than ${maxSchemaLength} characters.`, 'max_length')
}

/** Throws 400 with the place in the schema that no document can fill. */
function assertFillable(schemaText: string): void {
  try {
    readSchema(JSON.parse(schemaText))
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw invalid('schema', `The schema is not JSON: ${cause.message}.`)
    }
    if (cause instanceof SchemaError) throw invalid('schema', cause.message)
    throw cause
  }
}

/**
 * Finds the model to ask, none for the built-in extractor. A key has no account, so it opens only
 * what is shared with all members.
 */
async function findModel(tenant: Tenant, model: string): Promise<string | undefined> {
  const adapter = await findSharedAdapter(tenant, 'llm', model)
  if (adapter) return isBuiltIn(adapter) ? undefined : adapter.id
  throw invalid(
    'model',
    `The organization has no language model “${model}” that is shared with all its members.`,
    'does_not_exist',
  )
}

async function assertHasBuiltInExtractor(tenant: Tenant): Promise<void> {
  const { llm_id: llmId } = await builtInAdapterIds(tenant)
  if (llmId !== undefined) return
  const detail = 'The organization has deleted the built-in extractor. Name a language model.'
  throw invalid('model', detail, 'required')
}
