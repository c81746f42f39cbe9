import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { storeDocuments } from '../../documents/documents.port.ts'
import { type DocumentRow, insertDocument } from '../rows/documents.store.ts'
import { getProject } from '../rows/get-project.ts'
import { selectFirstDocument } from '../rows/projects.store.ts'
import { type ArrivedFile, checkUpload } from './check-upload.ts'
import { sealPassword } from './seal-password.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly files: readonly ArrivedFile[]
  /** Of those that are locked. */
  readonly password?: string | undefined
}

type Needs = Pick<Context, 'db' | 'files' | 'reader' | 'vault'>
type CheckedFile = ArrivedFile & { readonly sealed: string | null }

/** All of them or none. The first document of a project is its selected one. */
export async function uploadDocuments(
  ctx: Needs,
  { actor, projectId, files, password }: Input,
): Promise<readonly DocumentRow[]> {
  await getProject(ctx, { actor, projectId })
  if (files.length === 0) throw invalid('file', 'No file was submitted.', 'required')
  const arrived: CheckedFile[] = []
  for (const file of files) {
    const checked = await checkUpload(ctx, file)
    arrived.push({ ...checked, sealed: await sealedFor(ctx, checked, password) })
  }

  return storeDocuments(ctx, tenantOf(ctx, actor), arrived, async (tenant) => {
    const documents: DocumentRow[] = []
    for (const { name, hash, sealed } of arrived) {
      const document = await insertDocument(tenant, {
        project_id: projectId,
        name,
        hash,
        sealed_password: sealed,
        created_by: actor.userId,
      })
      if (!document) throw invalid('file', `File name already exists: “${name}”.`, 'unique')
      documents.push(document)
    }
    const [first] = documents
    if (first) await selectFirstDocument(tenant, { projectId, documentId: first.id })
    return documents
  })
}

async function sealedFor(
  ctx: Needs,
  { name, content, mimeType }: ArrivedFile,
  password: string | undefined,
): Promise<string | null> {
  if (password === undefined || mimeType !== 'application/pdf') return null
  const bytes = 'bytes' in content ? content.bytes : await ctx.files.readBytes(content.path)
  return (await sealPassword(ctx, { name, bytes, password })) ?? null
}
