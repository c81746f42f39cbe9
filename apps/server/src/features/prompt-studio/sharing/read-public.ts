import { AppError, notFoundWithText, unavailable } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/strings.ts'
import { getDocumentSize } from '../../documents/documents.port.ts'
import type { PublicProject } from '../rows/access.ts'
import { type DocumentRow, findDocument, listDocumentRows } from '../rows/documents.store.ts'
import { type IndexRow, listIndexRows } from '../rows/indexes.store.ts'
import { listOutputRows, type OutputRow } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { maxUnfilteredRows } from '../runs/list-outputs.ts'

/** Maximum size of a file that is sent to anonymous visitors. */
const maxPublicBytes = 50 * 1024 * 1024

export const listPublicDocuments = ({ tenant, project }: PublicProject): Promise<DocumentRow[]> =>
  listDocumentRows(tenant, project.id)

export async function getPublicDocument(
  { tenant, project }: PublicProject,
  documentId: string,
): Promise<DocumentRow> {
  const document = await findDocument(tenant, { projectId: project.id, documentId })
  if (!document) throw notFoundWithText('Document not found.')
  return document
}

/** Throws 413 if the file is too large for anonymous visitors. */
export async function assertSendable(tenant: Tenant, { hash, name }: DocumentRow): Promise<void> {
  const size = await getDocumentSize(tenant, hash)
  if (size <= maxPublicBytes) return
  const detail = `“${name}” is larger than ${maxPublicBytes / 1024 / 1024} MB and is not shown publicly.`
  throw new AppError('too-large', [{ code: 'too_large', detail, attr: null }])
}

type PublicOutputFilter = {
  readonly promptId: string | undefined
  readonly documentId: string | undefined
  readonly profileId: string | undefined
  readonly isSinglePass: boolean
}

/** An invalid id matches nothing. */
export async function listPublicOutputRows(
  { tenant, project }: PublicProject,
  { isSinglePass, ...ids }: PublicOutputFilter,
): Promise<readonly OutputRow[]> {
  const definedIds = Object.values(ids).filter((id) => id !== undefined)
  if (!definedIds.every(isUuid)) return []
  return listOutputRows(tenant, {
    ...ids,
    isSinglePass,
    projectIds: [project.id],
    limit: maxUnfilteredRows,
  })
}

export async function listPublicIndexRows(
  { tenant, project }: PublicProject,
  profileId: string | undefined,
): Promise<readonly IndexRow[]> {
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  if (!profiles.some(({ id }) => id === profileId)) return []
  return listIndexRows(tenant, { profileId })
}

/** Maximum number of files that a process reads for anonymous visitors at the same time. */
const maxConcurrentReads = 8

/** Limits expensive work for anonymous visitors, so that members of the organization come first. */
export function createPublicLimiter(): <T>(work: () => Promise<T>) => Promise<T> {
  let activeReads = 0
  return async (work) => {
    if (activeReads >= maxConcurrentReads) {
      throw unavailable('Too many people are viewing shared projects. Try again in a moment.', {
        retryAfterSeconds: 2,
      })
    }
    activeReads += 1
    try {
      return await work()
    } finally {
      activeReads -= 1
    }
  }
}
