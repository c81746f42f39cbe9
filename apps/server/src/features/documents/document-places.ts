import { randomBytes } from 'node:crypto'
import { formatVersion } from '@recto/document-text/model'
import type { Tenant } from '../../platform/db/database.ts'
import { findDocumentRow } from './documents.store.ts'

type Owner = Pick<Tenant, 'organizationId'>

/** A stored document as other rooms name it. */
export type DocumentName = {
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string
  /** Where its row says that it lies, for those who know; otherwise the row is asked. */
  readonly path?: string | null | undefined
}

/** All that an organization has there. */
export const folderOf = ({ organizationId }: Owner): string => `documents/${organizationId}`

/** Where in the file store a document lies, and what was made of it. */
export type DocumentPlace = {
  readonly original: string
  /** Texts, pages and pictures: they come and go with the file, never with another of the same content. */
  readonly derived: string
}

/**
 * A place of its own for each time that a content comes, so that one who forgets it and one who brings
 * it again never touch the same file. Folders of an organization are few and of equal size.
 */
export const newPathOf = ({ organizationId }: Owner, hash: string): string =>
  `documents/${organizationId}/${hash.slice(0, 2)}/${hash}-${randomBytes(4).toString('hex')}`

export function placeOf({ organizationId }: Owner, hash: string, path: string | null) {
  if (path !== null) return { original: path, derived: `${path}.derived` }
  // Where earlier versions have put it.
  const folder = `documents/${organizationId}/${hash}`
  return { original: `${folder}/original`, derived: folder }
}

/** `undefined` when the organization keeps no such document. */
export async function findPlace(
  tenant: Tenant,
  { hash, path }: DocumentName,
): Promise<DocumentPlace | undefined> {
  if (path !== undefined) return placeOf(tenant, hash, path)
  const row = await findDocumentRow(tenant, hash)
  return row && placeOf(tenant, hash, row.path)
}

/** Throws when the organization keeps no such document. */
export async function getPlace(tenant: Tenant, document: DocumentName): Promise<DocumentPlace> {
  const place = await findPlace(tenant, document)
  if (!place) throw new Error('The organization keeps no such document.')
  return place
}

/** A text in another format is another file, so a new program reads the document anew. */
export const textIn = ({ derived }: DocumentPlace, extractorKey: string) =>
  `${derived}/texts/${extractorKey}.v${formatVersion}.json`

/** Pages that are kept as they are read. */
export const pagesIn = ({ derived }: DocumentPlace, extractorKey: string) =>
  `${derived}/pages/${extractorKey}.v${formatVersion}`

/** What the document says in forms made for machines. */
export const embeddedIn = ({ derived }: DocumentPlace) => `${derived}/embedded.v1.json`

/** What can be looked at without a reader of documents: pictures of pages, and how large these are. */
export const previewsIn = ({ derived }: DocumentPlace) => `${derived}/previews`
