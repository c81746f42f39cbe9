import { AppError, badRequest, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { readDocumentBytes } from '../documents/documents.port.ts'
import {
  type AnsweredFile,
  findAnsweredFile,
  findProjectOfVersion,
} from '../executions/executions.port.ts'
import {
  type DocumentRow,
  getProject,
  listDocuments,
  saveReadValues,
  uploadDocuments,
} from '../prompt-studio/prompt-studio.port.ts'
import type { AlarmRequest } from './acknowledge-alarm.ts'
import { findAlarm } from './watch.store.ts'
import { assertMayChangeOwner } from './watched-owner.ts'

type AddDependencies = Pick<Context, 'db' | 'files' | 'reader' | 'vault'>

type AddedDocument = {
  readonly fileId: string
  readonly outcome: 'added' | 'present' | 'gone' | 'unusable'
  readonly documentId: string | null
}

export type AddedToProject = {
  readonly projectId: string
  readonly documents: readonly AddedDocument[]
}

/**
 * Adds the documents behind an alarm to the project of the tool. Values that people corrected in review are expected values of its content
 * already; the others are suggested for somebody to confirm. Safe to repeat: a document that the project has is left alone.
 */
export async function addExpectedValues(
  ctx: AddDependencies,
  { alarmId, ...request }: AlarmRequest,
): Promise<AddedToProject> {
  const { actor } = request
  const tenant = tenantOf(ctx, actor)
  const { id: ownerId } = await assertMayChangeOwner(ctx, request)
  const alarm = await findAlarm(tenant, { ownerId, id: alarmId })
  if (!alarm) throw notFound('alarm')
  const projectId = await findProjectOfVersion(tenant, alarm.version)
  if (projectId === undefined) throw badRequest('The project of these documents no longer exists.')
  const projectDocuments = [...(await listDocuments(ctx, { actor, projectId }))]
  const documents: AddedDocument[] = []
  for (const fileId of alarm.documents) {
    const { document, outcome } = await addDocument(ctx, tenant, {
      actor,
      projectId,
      fileId,
      projectDocuments,
    })
    if (outcome === 'added' && document) projectDocuments.push(document)
    documents.push({ fileId, outcome, documentId: document?.id ?? null })
  }
  return { projectId, documents }
}

type AddRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly fileId: string
  readonly projectDocuments: readonly DocumentRow[]
}

type AddOutcome = Pick<AddedDocument, 'outcome'> & { readonly document?: DocumentRow | undefined }

async function addDocument(
  ctx: AddDependencies,
  tenant: Tenant,
  { actor, projectId, fileId, projectDocuments }: AddRequest,
): Promise<AddOutcome> {
  const file = await findAnsweredFile(tenant, fileId)
  if (!file) return { outcome: 'gone' }
  const document = projectDocuments.find(({ hash }) => hash === file.file_hash)
  if (document) return { outcome: 'present', document }
  const bytes = await readDocumentBytes(ctx, tenant, file.file_hash).catch(() => undefined)
  if (!bytes) return { outcome: 'gone' }
  const name = chooseName(file.file_name, projectDocuments)
  const content = { hash: file.file_hash, size: bytes.length, mimeType: file.mime_type }
  const upload = { actor, projectId, files: [{ name, ...content, content: { bytes } }] }
  const addedDocument = await uploadDocuments(ctx, upload).catch(toUnusable)
  if (addedDocument === undefined) return { outcome: 'unusable' }
  const [newDocument] = addedDocument
  if (newDocument) await suggestValues(ctx, tenant, { actor, document: newDocument, file })
  return { outcome: 'added', document: newDocument }
}

/** The studio does not read all types of files; without a default profile, it takes none. */
function toUnusable(error: unknown): undefined {
  if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
  if (error.faults.some(({ code }) => code === 'no_profile')) throw error
}

type Suggestion = {
  readonly actor: Actor
  readonly document: DocumentRow
  readonly file: AnsweredFile
}

async function suggestValues(
  ctx: AddDependencies,
  tenant: Tenant,
  { actor, document, file: { result } }: Suggestion,
): Promise<void> {
  const project = await getProject(ctx, { actor, projectId: document.project_id })
  const values = result?.output ?? {}
  const evidence = result?.evidence ?? {}
  await saveReadValues(tenant, { project, document, values, evidence, userId: actor.userId })
}

/** Names are unique in a project: `invoice.pdf`, `invoice (2).pdf`. */
function chooseName(name: string, documents: readonly { readonly name: string }[]): string {
  const usedNames = new Set(documents.map((document) => document.name))
  if (!usedNames.has(name)) return name
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const ending = dot > 0 ? name.slice(dot) : ''
  for (let number = 2; ; number++) {
    const numberedName = `${stem} (${number})${ending}`
    if (!usedNames.has(numberedName)) return numberedName
  }
}
