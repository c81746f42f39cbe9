import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { readDocumentBytes } from '../../documents/documents.port.ts'
import type { UploadedFile } from '../documents/check-upload.ts'
import { addDocuments } from '../documents/upload-documents.ts'
import { listDocumentRows } from '../rows/documents.store.ts'
import { listProjectsById, type ProjectRow } from '../rows/projects.store.ts'
import { loadPortableProject } from './clone-project.ts'
import {
  createPortableProject,
  generateNames,
  type NewProjectOptions,
} from './create-portable-project.ts'

type AdoptDependencies = Pick<Context, 'db' | 'files' | 'reader' | 'vault'>

type AdoptProjectRequest = {
  readonly actor: Actor
  /** The other organization; the caller may read its rows. */
  readonly sourceTenant: Tenant
  readonly projectId: string
}

/**
 * Copies a project of another organization into the actor's organization, with its documents but
 * without outputs, because these were produced with the other organization's adapters. A taken name
 * gets a number. Call it in a transaction.
 */
export async function adoptProject(
  ctx: AdoptDependencies,
  { actor, sourceTenant, projectId }: AdoptProjectRequest,
): Promise<ProjectRow> {
  const [source] = await listProjectsById(sourceTenant, [projectId])
  if (!source) throw conflict('The project has since been deleted.')
  const portable = await loadPortableProject(sourceTenant, source)
  const project = await createWithFreeName(tenantOf(ctx, actor), {
    actor,
    name: source.name,
    portable,
  })
  for (const { name, hash } of await listDocumentRows(sourceTenant, projectId)) {
    const bytes = await readDocumentBytes(ctx, sourceTenant, hash)
    const content = { bytes: Buffer.from(bytes) }
    const file: UploadedFile = { name, hash, size: bytes.length, mimeType: '', content }
    await addDocuments(ctx, { actor, projectId: project.id, files: [file] })
  }
  return project
}

async function createWithFreeName(
  tenant: Tenant,
  { name: originalName, ...copy }: NewProjectOptions,
): Promise<ProjectRow> {
  for (const name of generateNames(originalName)) {
    const createdProject = await createPortableProject(tenant, { ...copy, name })
    if (createdProject) return createdProject.project
  }
  throw conflict('There are too many projects with this name. Rename some of them first.')
}
