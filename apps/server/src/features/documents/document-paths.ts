import { formatVersion } from '@recto/document-text/model'
import type { Tenant } from '../../platform/db/database.ts'

type Owner = Pick<Tenant, 'organizationId'>

export const folderOf = ({ organizationId }: Owner, hash: string) =>
  `documents/${organizationId}/${hash}`

export const originalOf = (owner: Owner, hash: string) => `${folderOf(owner, hash)}/original`

/** A text in another format is another file, so a new program reads the document anew. */
export const textOf = (owner: Owner, hash: string, extractorKey: string) =>
  `${folderOf(owner, hash)}/texts/${extractorKey}.v${formatVersion}.json`

/** Pages that are kept as they are read. */
export const pagesOf = (owner: Owner, hash: string, extractorKey: string) =>
  `${folderOf(owner, hash)}/pages/${extractorKey}.v${formatVersion}`

/** What can be looked at without a reader of documents: pictures of pages, and how large these are. */
export const previewsOf = (owner: Owner, hash: string) => `${folderOf(owner, hash)}/previews`
