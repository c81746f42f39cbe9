import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { streamDocument } from '../../documents/documents.port.ts'
import type { Tool } from '../../tools/tools.port.ts'
import { fileDestinationOf, fileSourceOf } from '../../workflows/workflows.port.ts'
import { nameOf, plainPath } from '../source-paths.ts'
import type { Delivery } from './delivery.ts'
import { hasNamesake } from './namesakes.store.ts'

/**
 * Writes what was read as one file, under the name of the document and in the same folder as in the source: a text where the tool
 * reads texts, the document itself in the folder of its bin where it classifies, else JSON. The same delivery writes the same file.
 */
export async function writeFile(
  ctx: Context,
  tenant: Tenant,
  { file, plan, result, signal }: Delivery,
): Promise<string> {
  const { connectorId, configuration } = plan.destination ?? {}
  const { outputFolder } = fileDestinationOf(configuration)
  const { connector } = await openFileConnector(ctx, tenant, connectorId ?? '')
  const written = await fileOf(ctx, tenant, { file, plan, result })
  const path = plainPath(`${outputFolder}/${written.path}`)
  try {
    await connector.write(path, written.bytes, { signal })
  } finally {
    await connector.close().catch(() => {})
  }
  return `Written to “${path}”.`
}

type Written = { readonly path: string; readonly bytes: AsyncIterable<Uint8Array> }

async function fileOf(
  ctx: Context,
  tenant: Tenant,
  { file, plan, result }: Pick<Delivery, 'file' | 'plan' | 'result'>,
): Promise<Written> {
  const { builtIn } = plan.tool as Tool
  const { output = {} } = (result ?? {}) as { output?: Readonly<Record<string, unknown>> }
  if (builtIn === 'classify') {
    const path = file.file_path ?? file.file_name
    const bin = nameForFolder(String(output.classification))
    const bytes = await streamDocument(ctx, tenant, file.file_hash)
    return { path: `${bin}/${folderOf(path, plan)}${nameOf(path)}`, bytes }
  }
  const place = await placeOf(tenant, file, plan)
  if (builtIn === 'text_extractor') {
    return { path: `${place}.txt`, bytes: bytesOf(String(output.extracted_text ?? '')) }
  }
  return { path: `${place}.json`, bytes: bytesOf(JSON.stringify(result)) }
}

/** A bin is one folder, whatever stands in its name. */
const nameForFolder = (bin: string): string => {
  const name = bin.replaceAll(/[/\\\p{Cc}]/gu, '_')
  return /^\.+$/.test(name) ? name.replaceAll('.', '_') : name
}

/** Two documents that differ by nothing but their endings keep them. */
async function placeOf(
  tenant: Tenant,
  file: Delivery['file'],
  plan: Delivery['plan'],
): Promise<string> {
  const path = file.file_path ?? file.file_name
  const name = nameOf(path)
  const stem = name.includes('.', 1) ? name.slice(0, name.lastIndexOf('.')) : name
  const kept = (await hasNamesake(tenant, file, stem)) ? name : stem
  return `${folderOf(path, plan)}${kept}`
}

/** Below the folder of the source that it was found in; as it is where there are several, which may hold the same names. */
function folderOf(path: string, plan: Delivery['plan']): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (folder === '' || !plan.source) return folder
  const roots = fileSourceOf(plan.source.configuration).folders.map(plainPath)
  if (new Set(roots).size > 1) return folder
  const root = roots
    .filter((one) => one !== '' && folder.startsWith(`${one}/`))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '')
  return root === '' ? folder : folder.slice(root.length + 1)
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text)
}
