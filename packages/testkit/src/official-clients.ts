import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where `npm run setup:test` puts them: with all that they need they are too large for every installation to hold. */
const modules = fileURLToPath(new URL('../../../.test-servers/node_modules/', import.meta.url))
const unstructuredPath = join(modules, 'unstructured-client/dist/esm/index.js')
const llamaParse = join(modules, 'llama-cloud-services/reader/dist/index.js')
const llamaCloud = join(modules, '@llamaindex/llama-cloud/index.mjs')

export const hasOfficialClients = [unstructuredPath, llamaParse, llamaCloud].every((path) =>
  existsSync(path),
)

type Service = { readonly origin: string; readonly key: string }
type SentDocument = {
  readonly file: Uint8Array
  readonly name: string
  readonly options?: Readonly<Record<string, unknown>>
}
type Elements = readonly { readonly [name: string]: ReturnType<typeof JSON.parse> }[]

/** Partitions a document with the official client of Unstructured and rejects like it. */
export async function partitionByClient(
  { origin, key }: Service,
  { file, name, options }: SentDocument,
): Promise<Elements> {
  const { UnstructuredClient } = await import(pathToFileURL(unstructuredPath).href)
  const client = new UnstructuredClient({ serverURL: origin, security: { apiKeyAuth: key } })
  const files = { content: file, fileName: name }
  return client.general.partition({ partitionParameters: { files, ...options } })
}

/** The texts that the official client of LlamaParse makes of a document. Rejects as it does. */
export async function parseByClient(
  { origin, key }: Service,
  { file, name, options }: SentDocument,
): Promise<readonly string[]> {
  const { LlamaParseReader } = await import(pathToFileURL(llamaParse).href)
  const settings = { apiKey: key, baseUrl: origin, checkInterval: 0.2, backoffPattern: 'constant' }
  const reader = new LlamaParseReader({ ...settings, ...options })
  const documents: readonly { readonly text: string }[] = await reader.loadDataAsContent(file, name)
  return documents.map(({ text }) => text)
}

/** The parts of the current official client of LlamaIndex that the tests call. Each call rejects as it does. */
type LlamaCloudClient = Readonly<
  Record<
    'files' | 'parsing' | 'extract',
    Readonly<Record<string, (...values: readonly unknown[]) => Promise<Elements[number]>>>
  >
> & { get(path: string): Promise<unknown> }

export async function openLlamaCloudClient({ origin, key }: Service): Promise<LlamaCloudClient> {
  const { default: LlamaCloud } = await import(pathToFileURL(llamaCloud).href)
  return new LlamaCloud({ apiKey: key, baseURL: origin, maxRetries: 0 })
}
