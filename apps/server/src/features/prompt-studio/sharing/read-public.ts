import { AppError, unavailable } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { sizeOfDocument } from '../../documents/documents.port.ts'
import { type DocumentRow, findDocument, listDocumentRows } from '../rows/documents.store.ts'
import { missing } from '../rows/get-document.ts'
import type { PublicProject } from '../rows/get-public-project.ts'
import { type IndexRow, listIndexRows } from '../rows/indexes.store.ts'
import { listOutputRows, type OutputRow } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { maxWide } from '../runs/list-outputs.ts'

/** What a page in a browser can be given of a file. */
const mostBytes = 50 * 1024 * 1024

export const listPublicDocuments = ({ tenant, project }: PublicProject): Promise<DocumentRow[]> =>
  listDocumentRows(tenant, project.id)

export async function getPublicDocument(
  { tenant, project }: PublicProject,
  documentId: string,
): Promise<DocumentRow> {
  const document = await findDocument(tenant, { projectId: project.id, documentId })
  if (!document) throw missing('Document not found.')
  return document
}

/** Throws 413 for a file that strangers are not sent. */
export async function assertSendable(tenant: Tenant, { hash, name }: DocumentRow): Promise<void> {
  const size = await sizeOfDocument(tenant, hash)
  if (size <= mostBytes) return
  const detail = `“${name}” is larger than ${mostBytes / 1024 / 1024} MB and is not shown publicly.`
  throw new AppError('too-large', [{ code: 'too_large', detail, attr: null }])
}

type Filter = {
  readonly promptId: string | undefined
  readonly documentId: string | undefined
  readonly profileId: string | undefined
  readonly isSinglePass: boolean
}

/** An id that is none matches nothing. */
export async function listPublicOutputRows(
  { tenant, project }: PublicProject,
  { isSinglePass, ...ids }: Filter,
): Promise<readonly OutputRow[]> {
  const given = Object.values(ids).filter((id) => id !== undefined)
  if (!given.every(isUuid)) return []
  return listOutputRows(tenant, { ...ids, isSinglePass, projectIds: [project.id], limit: maxWide })
}

export async function listPublicIndexRows(
  { tenant, project }: PublicProject,
  profileId: string | undefined,
): Promise<readonly IndexRow[]> {
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  if (!profiles.some(({ id }) => id === profileId)) return []
  return listIndexRows(tenant, { profileId })
}

/** How many strangers a process reads files for at once. */
const mostAtOnce = 8

/** Runs what is costly for strangers, a few at a time: the members of this process come first. */
export function openPublicTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let underWay = 0
  return async (work) => {
    if (underWay >= mostAtOnce) {
      throw unavailable('Too many people look at shared projects. Try again in a moment.', {
        retryAfterSeconds: 2,
      })
    }
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
    }
  }
}
