import { detectType } from '@recto/document-reader/detect/detect-type'
import { badRequest, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Content } from '../../../platform/files/content.ts'
import { getConnection } from '../../connections/connections.port.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorDependencies, openFileConnector } from '../opening/open-connector.ts'
import { connectorConnections } from '../rows/connector-connections.ts'

type ArrivedFile = { readonly name: string; readonly content: Content }

type HeadOfDependencies = Pick<Context, 'db' | 'files'> & ConnectorDependencies
type UploadFilesRequest = {
  readonly actor: Actor
  readonly id: string
  /** Path of the folder, which is created if it does not exist. */
  readonly path: string
  readonly files: readonly ArrivedFile[]
}

/**
 * Writes PDFs to a folder, overwriting files of the same names. Nothing is written if one of them
 * is not a PDF.
 */
export async function uploadFiles(
  ctx: HeadOfDependencies,
  { actor, id, path, files }: UploadFilesRequest,
): Promise<void> {
  const { name: connectorName, provider_id } = await getConnection(ctx, connectorConnections, {
    actor,
    id,
  })
  if (files.length === 0) throw invalid('file', 'No file was submitted.', 'required')
  for (const file of files) await assertPdf(ctx, file)
  const provider = ctx.connectorProviders.find(provider_id)
  if (provider && !provider.canWrite) throw badRequest(`${provider.name} is read-only.`)

  const { connector } = await openFileConnector(ctx, tenantOf(ctx, actor), id)
  const folder = path.split('/').filter(Boolean).join('/')
  try {
    for (const { name, content } of files) {
      await connector.write(folder ? `${folder}/${name}` : name, await chunksOf(ctx, content))
    }
  } catch (error) {
    throw explainConnectorError(error, { name: connectorName })
  } finally {
    await connector.close()
  }
  await recordChange(tenantOf(ctx, actor), actor, {
    action: 'connector.files-uploaded',
    subject: { type: 'connector', id, name: connectorName },
    after: { folder: `/${folder}`, files: files.map(({ name }) => name) },
  })
}

/** Checks the type by name and by content. */
async function assertPdf(ctx: HeadOfDependencies, { name, content }: ArrivedFile): Promise<void> {
  const type = detectType(await headOf(ctx, content), name)
  if (/\.pdf$/i.test(name) && type.kind === 'pdf') return
  throw invalid('file', `Only PDF files are allowed: “${name}” is ${type.label}.`)
}

const headBytes = 64 * 1024

async function headOf(ctx: HeadOfDependencies, content: Content): Promise<Uint8Array> {
  for await (const chunk of await chunksOf(ctx, content)) return chunk.subarray(0, headBytes)
  return new Uint8Array()
}

async function chunksOf(
  { files }: Pick<Context, 'files'>,
  content: Content,
): Promise<AsyncIterable<Uint8Array>> {
  return 'bytes' in content ? oneChunk(content.bytes) : files.read(content.path)
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
