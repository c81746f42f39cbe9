import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { streamDocument } from '../../documents/documents.port.ts'
import { parseFileDestination, parseFileSource } from '../../workflows/workflows.port.ts'
import { getFileName, normalizePath } from '../file-names.ts'
import type { TableResult } from './build-row.ts'
import type { Delivery } from './delivery.ts'
import { buildRowFile } from './row-file.ts'
import { hasFileOfSameName } from './same-name.store.ts'

/**
 * Writes the result as one file with the name and folder of the document: a text file for a text
 * extractor, the document itself in the folder of its category for a classifier, otherwise JSON or
 * rows of values. A repeated delivery writes the same file.
 */
export async function writeFile(
  ctx: Context,
  tenant: Tenant,
  { file, execution, plan, result, signal }: Delivery,
): Promise<string> {
  const source = { file, execution, plan, result }
  const path = await buildOutputPath(tenant, source)
  const bytes = await loadOutputBytes(ctx, tenant, source)
  const { connector } = await openFileConnector(ctx, tenant, plan.destination?.connectorId ?? '')
  try {
    await connector.write(path, bytes, { signal })
  } finally {
    await connector.close().catch(() => {})
  }
  return `Written to “${path}”.`
}

type OutputSource = Pick<Delivery, 'file' | 'plan' | 'result'> & {
  readonly execution: Pick<Delivery['execution'], 'created_at'>
}

const getOutput = (result: unknown): Readonly<Record<string, unknown>> =>
  ((result ?? {}) as { output?: Readonly<Record<string, unknown>> }).output ?? {}

/** Builds the path of the file that is written. */
export async function buildOutputPath(tenant: Tenant, source: OutputSource): Promise<string> {
  const { outputFolder, dateFolders } = parseFileDestination(source.plan.destination?.configuration)
  const date = source.execution.created_at.toISOString()
  const dateFolder = {
    none: '',
    day: `date=${date.slice(0, 10)}/`,
    month: `month=${date.slice(0, 7)}/`,
  }
  const path = await buildPathInFolder(tenant, source)
  return normalizePath(`${outputFolder}/${dateFolder[dateFolders]}${path}`)
}

async function buildPathInFolder(
  tenant: Tenant,
  { file, plan, result }: OutputSource,
): Promise<string> {
  const { builtIn } = plan.tool
  if (builtIn === 'classify') {
    const path = file.file_path ?? file.file_name
    const folder = toFolderName(String(getOutput(result).classification))
    return `${folder}/${getOutputFolder(path, plan)}${getFileName(path)}`
  }
  const { fileFormat } = parseFileDestination(plan.destination?.configuration)
  const extension = builtIn === 'text_extractor' ? 'txt' : fileFormat
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
  const settings = parseFileDestination(plan.destination?.configuration)
  if (settings.fileFormat === 'json') return encodeText(JSON.stringify(result))
  const input = { file, plan, settings, result: (result ?? {}) as TableResult }
  return yieldBytes(buildRowFile(settings.fileFormat, input))
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

const encodeText = (text: string): AsyncIterable<Uint8Array> =>
  yieldBytes(new TextEncoder().encode(text))

async function* yieldBytes(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
