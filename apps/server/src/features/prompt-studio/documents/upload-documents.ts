import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { storeDocuments } from '../../documents/documents.port.ts'
import { type DocumentRow, insertDocument } from '../rows/documents.store.ts'
import { getProject } from '../rows/get-project.ts'
import { selectFirstDocument } from '../rows/projects.store.ts'
import { type ArrivedFile, checkUpload } from './check-upload.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly files: readonly ArrivedFile[]
}

/** All of them or none. The first document of a project is its selected one. */
export async function uploadDocuments(
  ctx: Pick<Context, 'db' | 'files'>,
  { actor, projectId, files }: Input,
): Promise<readonly DocumentRow[]> {
  await getProject(ctx, { actor, projectId })
  if (files.length === 0) throw invalid('file', 'No file was submitted.', 'required')
  const arrived: ArrivedFile[] = []
  for (const file of files) arrived.push(await checkUpload(ctx, file))

  return storeDocuments(ctx, tenantOf(ctx, actor), arrived, async (tenant) => {
    const documents: DocumentRow[] = []
    for (const { name, hash } of arrived) {
      const document = await insertDocument(tenant, {
        project_id: projectId,
        name,
        hash,
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
