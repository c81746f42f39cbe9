import type { Page } from 'playwright-core'
import { askAs } from './ask-as.ts'

const openAiCompatible = 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09'

type ModelToolOptions = {
  readonly modelUrl: string
  /** Name of the model; its price determines the estimates of dry runs. */
  readonly model: string
  readonly name: string
  readonly prompts: Readonly<Record<string, string>>
}

/** Creates a tool that asks the given model, with an adapter and an exported project. Returns the project's id. */
export async function makeModelTool(
  page: Page,
  { modelUrl, model, name, prompts }: ModelToolOptions,
): Promise<string> {
  const { ask, post } = await askAs(page)
  const { id: llm } = await post('adapter/', {
    adapter_id: openAiCompatible,
    adapter_name: `Model of ${name}`,
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${modelUrl}/v1`, model, api_key: 'k', max_retries: 0 },
  })
  const { tool_id, default_profile } = await post('prompt-studio/', {
    tool_name: name,
    description: 'Asks a model of our own',
    author: 'Ada',
  })
  await ask(`prompt-studio/profile-manager/${default_profile}/`, { method: 'PATCH', data: { llm } })
  for (const [prompt_key, prompt] of Object.entries(prompts)) {
    await post(`prompt-studio/prompt-studio-prompt/${tool_id}/`, {
      prompt_key,
      prompt,
      tool_id,
      prompt_type: 'PROMPT',
      enforce_type: 'text',
      profile_manager: default_profile,
    })
  }
  await ask(`prompt-studio/file/${tool_id}`, {
    method: 'POST',
    multipart: {
      file: { name: 'sample.txt', mimeType: 'text/plain', buffer: Buffer.from('Total 1.00') },
    },
  })
  await post(`prompt-studio/export/${tool_id}`, { is_shared_with_org: true, force_export: true })
  return tool_id
}

const s3 = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'
const postgresql = 'postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb'

type Bucket = { readonly url: string; readonly key: string; readonly secret: string }
type Places = { readonly bucket: Bucket; readonly database: string }

/** Creates a connector to a bucket without using the pages. Returns its id. */
export async function makeBucketConnector(page: Page, bucket: Bucket): Promise<string> {
  const { post } = await askAs(page)
  const { key, secret, url } = bucket
  const { id } = await post('connector/', {
    connector_id: s3,
    connector_name: 'Invoices in',
    connector_metadata: { key, secret, endpoint_url: url, region_name: 'us-east-1' },
  })
  return id
}

/** Creates connectors to a bucket and to a database without using the pages. */
export async function makeConnectors(page: Page, { bucket, database }: Places): Promise<void> {
  await makeBucketConnector(page, bucket)
  const { post } = await askAs(page)
  await post('connector/', {
    connector_id: postgresql,
    connector_name: 'Books',
    connector_metadata: { connection_url: database },
  })
}
