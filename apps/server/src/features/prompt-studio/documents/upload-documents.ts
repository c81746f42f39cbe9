import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { storeDocuments } from '../../documents/documents.port.ts'
import { getProject } from '../rows/access.ts'
import { type DocumentRow, insertDocument } from '../rows/documents.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { selectFirstDocument } from '../rows/projects.store.ts'
import { checkUpload, type UploadedFile } from './check-upload.ts'
import { recordDocument } from './record-document.ts'
import { sealPassword } from './seal-password.ts'

export type UploadDocumentsRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly files: readonly UploadedFile[]
  /** The password of the locked files. */
  readonly password?: string | undefined
}

type UploadDependencies = Pick<Context, 'db' | 'files' | 'reader' | 'vault'>
type CheckedFile = UploadedFile & { readonly sealedPassword: string | null }

/**
 * Uploads all files or none. The first document of a project becomes its selected one. A project
 * without a default profile, which could do nothing with a document, accepts none.
 */
export async function uploadDocuments(
  ctx: UploadDependencies,
  request: UploadDocumentsRequest,
): Promise<readonly DocumentRow[]> {
  const { actor, projectId } = request
  await getProject(ctx, { actor, projectId })
  const profiles = await listProfilesOfProjects(tenantOf(ctx, actor), [projectId])
  if (!profiles.some(({ is_default }) => is_default))
    throw invalid('file', 'Set the default LLM profile before uploading a document.', 'no_profile')
  return addDocuments(ctx, request)
}

/** Adds the documents of a project, as an upload or a copy of the project does. */
export async function addDocuments(
  ctx: UploadDependencies,
  { actor, projectId, files, password }: UploadDocumentsRequest,
): Promise<readonly DocumentRow[]> {
  if (files.length === 0) throw invalid('file', 'No file was submitted.', 'required')
  const checkedFiles: CheckedFile[] = []
  for (const file of files) {
    const checked = await checkUpload(ctx, file)
    checkedFiles.push({
      ...checked,
      sealedPassword: await sealPasswordOfFile(ctx, checked, password),
    })
  }

  return storeDocuments(ctx, tenantOf(ctx, actor), checkedFiles, async (tenant) => {
    const documents: DocumentRow[] = []
    for (const { name, hash, sealedPassword } of checkedFiles) {
      const document = await insertDocument(tenant, {
        project_id: projectId,
        name,
        hash,
        sealed_password: sealedPassword,
        created_by: actor.userId,
      })
      if (!document) throw invalid('file', `File name already exists: “${name}”.`, 'unique')
      await recordDocument(tenant, actor, { done: 'uploaded', document })
      documents.push(document)
    }
    const [firstDocument] = documents
    if (firstDocument)
      await selectFirstDocument(tenant, { projectId, documentId: firstDocument.id })
    return documents
  })
}

async function sealPasswordOfFile(
  ctx: UploadDependencies,
  { name, content, mimeType }: UploadedFile,
  password: string | undefined,
): Promise<string | null> {
  if (password === undefined || mimeType !== 'application/pdf') return null
  const bytes = 'bytes' in content ? content.bytes : await ctx.files.readBytes(content.path)
  return (await sealPassword(ctx, { name, bytes, password })) ?? null
}
