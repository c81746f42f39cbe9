import { notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { type ReceivedContent, receiveContent } from '../../../platform/files/receive-content.ts'
import { getDocumentSize, streamDocument } from '../../documents/documents.port.ts'
import { type FileOwner, findTextFile, type TextFileRow } from './text-files.store.ts'

export async function getTextFile(owner: FileOwner, id: string): Promise<TextFileRow> {
  const file = await findTextFile(owner, id)
  if (!file) throw notFound('file')
  return file
}

type OpenedFile = { readonly name: string; readonly document: ReceivedContent }

/** Returns a copy of an uploaded file; the caller discards it. Throws 404 when there is none. */
export async function openTextFile(
  { files }: Pick<Context, 'files'>,
  owner: FileOwner,
  id: string,
): Promise<OpenedFile> {
  const { name, file_hash: hash } = await getTextFile(owner, id)
  const [bytes, maxBytes] = await Promise.all([
    streamDocument({ files }, owner.tenant, hash),
    getDocumentSize(owner.tenant, hash),
  ])
  return { name, document: await receiveContent(files, bytes, { maxBytes }) }
}
