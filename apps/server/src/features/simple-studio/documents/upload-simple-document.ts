import { simpleStudioLimits } from '@recto/contract/wire/limits'
import { AppError, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import {
  type DocumentRow,
  deleteDocument,
  listDocuments,
  loadPages,
  type UploadDocumentsRequest,
  uploadDocuments,
} from '../../prompt-studio/prompt-studio.port.ts'
import { giveBack, takeOf } from '../limits/limit-visitors.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'

type File = UploadDocumentsRequest['files'][number]

/** Uploads one file. Its pages are counted first; a rejected file is not stored. */
export async function uploadSimpleDocument(
  ctx: Context,
  project: OpenedProject,
  files: readonly File[],
): Promise<DocumentRow> {
  const [file, ...otherFiles] = files
  if (!file) throw invalid('file', 'No file was submitted.', 'required')
  if (otherFiles.length > 0) throw invalid('file', 'Upload one file at a time.')
  if (file.size > simpleStudioLimits.bytesOfDocument) throw tooLarge(file.name)
  const { actor, projectId, tenant } = project
  const documents = await listDocuments(ctx, { actor, projectId })
  if (documents.some(({ name }) => name === file.name)) throw alreadyThere(file.name)

  await takeOf(tenant, 'documents')
  try {
    await takeOf(tenant, 'bytes', file.size)
    return await store(ctx, project, file).catch(async (error: unknown) => {
      await giveBack(tenant, 'bytes', file.size)
      throw error
    })
  } catch (error) {
    await giveBack(tenant, 'documents')
    throw error
  }
}

async function store(
  ctx: Context,
  { actor, projectId, tenant }: OpenedProject,
  file: File,
): Promise<DocumentRow> {
  const [document] = await uploadDocuments(ctx, { actor, projectId, files: [file] }).catch(
    (error: unknown) => {
      throw isUniqueness(error) ? alreadyThere(file.name) : error
    },
  )
  if (!document) throw new Error('The document was not stored.')
  try {
    await takeOf(tenant, 'pages', (await loadPages(ctx, tenant, document)).length)
  } catch (error) {
    await deleteDocument(ctx, { actor, projectId, documentId: document.id })
    throw error
  }
  return document
}

const isUniqueness = (error: unknown): boolean =>
  error instanceof AppError && error.faults.some(({ code }) => code === 'unique')

const alreadyThere = (name: string) => invalid('file', `${name} is already uploaded.`, 'unique')

/** Returns a 413, like any request that is too large. */
export const tooLarge = (name: string) => {
  const megabytes = simpleStudioLimits.bytesOfDocument / 1024 / 1024
  const detail = `${name} is larger than ${megabytes} MB.`
  return new AppError('too-large', [{ code: 'too_large', detail, attr: 'file' }])
}
