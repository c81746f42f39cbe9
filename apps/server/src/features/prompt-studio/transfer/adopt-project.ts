import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { readDocumentBytes } from '../../documents/documents.port.ts'
import type { ArrivedFile } from '../documents/check-upload.ts'
import { uploadDocuments } from '../documents/upload-documents.ts'
import { listDocumentRows } from '../rows/documents.store.ts'
import { listProjectsById, type ProjectRow } from '../rows/projects.store.ts'
import { readPortable } from './clone-project.ts'
import { makeProject } from './make-project.ts'
import { namesFrom } from './names-from.ts'

type Needs = Pick<Context, 'db' | 'files' | 'reader' | 'vault'>

type Input = {
  readonly actor: Actor
  /** Of another organization, whose rows the caller may read. */
  readonly from: Tenant
  readonly projectId: string
}

/**
 * Copies a project of another organization into one of the actor's own, with its documents and without what came
 * of them: that was read with adapters of the other one. A name that is taken gets a number. Call it in a transaction.
 */
export async function adoptProject(
  within: Needs,
  { actor, from, projectId }: Input,
): Promise<ProjectRow> {
  const [source] = await listProjectsById(from, [projectId])
  if (!source) throw conflict('The project was deleted meanwhile.')
  const portable = await readPortable(from, source)
  const project = await makeNamed(tenantOf(within, actor), { actor, name: source.name, portable })
  for (const { name, hash } of await listDocumentRows(from, projectId)) {
    const bytes = await readDocumentBytes(within, from, hash)
    const content = { bytes: Buffer.from(bytes) }
    const file: ArrivedFile = { name, hash, size: bytes.length, mimeType: '', content }
    await uploadDocuments(within, { actor, projectId: project.id, files: [file] })
  }
  return project
}

type Named = Parameters<typeof makeProject>[1]

async function makeNamed(tenant: Tenant, { name: wanted, ...copy }: Named): Promise<ProjectRow> {
  for (const name of namesFrom(wanted)) {
    const made = await makeProject(tenant, { ...copy, name })
    if (made) return made.project
  }
  throw conflict('There are too many projects of this name. Rename some of them first.')
}
