import { randomBytes } from 'node:crypto'
import { formatVersion } from '@recto/document-text/model'
import type { Tenant } from '../../platform/db/database.ts'
import { organizationFolder } from '../../platform/files/organization-folder.ts'
import { findStoredDocument } from './documents.store.ts'

type Owner = Pick<Tenant, 'organizationId'>

/** Identifies a stored document for other feature modules. */
export type DocumentReference = {
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string
  /** Path in the row of the document, if the caller knows it; otherwise the row is read. */
  readonly path?: string | null | undefined
}

/** Folder of all files of an organization. */
export const getOrganizationFolder = ({ organizationId }: Owner): string =>
  organizationFolder('documents', organizationId)

/** Locations of a document and of the files derived from it in the file store. */
export type DocumentLocation = {
  readonly original: string
  /**
   * Folder of texts, pages and previews. They are created and deleted with this file, never with
   * another one of the same content.
   */
  readonly derivedFolder: string
}

/**
 * A new path each time that a content is stored, so that deleting a document and storing it again
 * never touch the same file. The folders of an organization are few and of equal size.
 */
export const createDocumentPath = ({ organizationId }: Owner, hash: string): string =>
  `documents/${organizationId}/${hash.slice(0, 2)}/${hash}-${randomBytes(4).toString('hex')}`

export function toDocumentLocation(
  { organizationId }: Owner,
  hash: string,
  path: string | null,
): DocumentLocation {
  if (path !== null) return { original: path, derivedFolder: `${path}.derived` }
  // The path used by earlier versions.
  const folder = `documents/${organizationId}/${hash}`
  return { original: `${folder}/original`, derivedFolder: folder }
}

/** Returns `undefined` when the organization has no such document. */
export async function findDocumentLocation(
  tenant: Tenant,
  { hash, path }: DocumentReference,
): Promise<DocumentLocation | undefined> {
  if (path !== undefined) return toDocumentLocation(tenant, hash, path)
  const row = await findStoredDocument(tenant, hash)
  return row && toDocumentLocation(tenant, hash, row.path)
}

/** Throws when the organization has no such document. */
export async function getDocumentLocation(
  tenant: Tenant,
  document: DocumentReference,
): Promise<DocumentLocation> {
  const location = await findDocumentLocation(tenant, document)
  if (!location) throw new Error('The organization keeps no such document.')
  return location
}

/** The path contains the format version, so a new program version reads the document again. */
export const getTextPath = ({ derivedFolder }: DocumentLocation, extractorKey: string) =>
  `${derivedFolder}/texts/${extractorKey}.v${formatVersion}.json`

/** Folder of pages that are stored while the document is being read. */
export const getPagesFolder = ({ derivedFolder }: DocumentLocation, extractorKey: string) =>
  `${derivedFolder}/pages/${extractorKey}.v${formatVersion}`

/** Path of the machine-readable data embedded in the document, such as an XML invoice. */
export const getEmbeddedDataPath = ({ derivedFolder }: DocumentLocation) =>
  `${derivedFolder}/embedded.v1.json`

/** Raised when the same bytes get other pages: attachments and scans became pages with version 3. */
export const pagesVersion = 3

/**
 * Folder of what can be shown without reading the document: images of pages, and the sizes of the
 * pages.
 */
export const getPreviewsFolder = ({ derivedFolder }: DocumentLocation) =>
  `${derivedFolder}/previews`
