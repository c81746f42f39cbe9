import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { fileDestinationOf, fileSourceOf } from '../../workflows/workflows.port.ts'
import { nameOf, plainPath } from '../source-paths.ts'
import type { Delivery } from './delivery.ts'
import { hasNamesake } from './namesakes.store.ts'

/**
 * Writes what was read as one JSON file, under the name of the document without its ending and in the same
 * folder as in the source. The same delivery writes the same file.
 */
export async function writeJsonFile(
  ctx: Context,
  tenant: Tenant,
  { file, plan, result, signal }: Delivery,
): Promise<string> {
  const { connectorId, configuration } = plan.destination ?? {}
  const { outputFolder } = fileDestinationOf(configuration)
  const { connector } = await openFileConnector(ctx, tenant, connectorId ?? '')
  const path = plainPath(`${outputFolder}/${await placeOf(tenant, file, plan)}.json`)
  try {
    await connector.write(path, bytesOf(JSON.stringify(result)), { signal })
  } finally {
    await connector.close().catch(() => {})
  }
  return `Written to “${path}”.`
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

/** Below the folder of the source that it was found in. */
function folderOf(path: string, plan: Delivery['plan']): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (folder === '' || !plan.source) return folder
  const roots = fileSourceOf(plan.source.configuration).folders.map(plainPath)
  const root = roots
    .filter((one) => one !== '' && folder.startsWith(`${one}/`))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '')
  return root === '' ? folder : folder.slice(root.length + 1)
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text)
}
