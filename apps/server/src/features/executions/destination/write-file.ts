import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { streamDocument } from '../../documents/documents.port.ts'
import { parseFileDestination, parseFileSource } from '../../workflows/workflows.port.ts'
import { getFileName, normalizePath } from '../file-names.ts'
import type { Delivery } from './delivery.ts'
import { hasFileOfSameName } from './same-name.store.ts'

/**
 * Writes the result as one file with the name and folder of the document: a text file for a text
 * extractor, the document itself in the folder of its category for a classifier, otherwise JSON. A
 * repeated delivery writes the same file.
 */
export async function writeFile(
  ctx: Context,
  tenant: Tenant,
  { file, plan, result, signal }: Delivery,
): Promise<string> {
  const { connectorId, configuration } = plan.destination ?? {}
  const { outputFolder } = parseFileDestination(configuration)
  const { connector } = await openFileConnector(ctx, tenant, connectorId ?? '')
  const source = { file, plan, result }
  const path = normalizePath(`${outputFolder}/${await buildOutputPath(tenant, source)}`)
  try {
    await connector.write(path, await loadOutputBytes(ctx, tenant, source), { signal })
  } finally {
    await connector.close().catch(() => {})
  }
  return `Written to “${path}”.`
}

type OutputSource = Pick<Delivery, 'file' | 'plan' | 'result'>

const getOutput = (result: unknown): Readonly<Record<string, unknown>> =>
  ((result ?? {}) as { output?: Readonly<Record<string, unknown>> }).output ?? {}

/** Builds the path of the file that is written, below the output folder. */
export async function buildOutputPath(
  tenant: Tenant,
  { file, plan, result }: OutputSource,
): Promise<string> {
  const { builtIn } = plan.tool
  if (builtIn === 'classify') {
    const path = file.file_path ?? file.file_name
    const folder = toFolderName(String(getOutput(result).classification))
    return `${folder}/${getOutputFolder(path, plan)}${getFileName(path)}`
  }
  const extension = builtIn === 'text_extractor' ? 'txt' : 'json'
  return `${await buildBasePath(tenant, file, plan)}.${extension}`
}

async function loadOutputBytes(
  ctx: Context,
  tenant: Tenant,
  { file, plan, result }: OutputSource,
): Promise<AsyncIterable<Uint8Array>> {
  const { builtIn } = plan.tool
  if (builtIn === 'classify') return streamDocument(ctx, tenant, file.file_hash)
  if (builtIn === 'text_extractor') {
    return encodeText(String(getOutput(result).extracted_text ?? ''))
  }
  return encodeText(JSON.stringify(result))
}

/** Turns a category into the name of one folder, whatever characters it contains. */
const toFolderName = (category: string): string => {
  const name = category.replaceAll(/[/\\\p{Cc}]/gu, '_')
  return /^\.+$/.test(name) ? name.replaceAll('.', '_') : name
}

/**
 * Builds the path without an extension. Documents whose names differ only in their extensions keep
 * them.
 */
async function buildBasePath(
  tenant: Tenant,
  file: Delivery['file'],
  plan: Delivery['plan'],
): Promise<string> {
  const path = file.file_path ?? file.file_name
  const name = getFileName(path)
  const stem = name.includes('.', 1) ? name.slice(0, name.lastIndexOf('.')) : name
  const baseName = (await hasFileOfSameName(tenant, file, stem)) ? name : stem
  return `${getOutputFolder(path, plan)}${baseName}`
}

/**
 * Returns the folder relative to the root folder of the source. With several root folders, which
 * may contain equal names, the folder stays absolute.
 */
function getOutputFolder(path: string, plan: Delivery['plan']): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (folder === '' || !plan.source) return folder
  const roots = parseFileSource(plan.source.configuration).folders.map(normalizePath)
  if (new Set(roots).size > 1) return folder
  const root = roots
    .filter((one) => one !== '' && folder.startsWith(`${one}/`))
    .reduce((deepest, one) => (one.length > deepest.length ? one : deepest), '')
  return root === '' ? folder : folder.slice(root.length + 1)
}

async function* encodeText(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text)
}
