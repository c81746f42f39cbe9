import type { Context } from '../../../platform/context.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import { deleteDocument, storeDocuments } from '../../documents/documents.port.ts'
import { planOf } from '../usage/plan-of.ts'
import { assertPagesLeft } from '../usage/reserve-pages.ts'
import { getTextFile } from './open-text-file.ts'
import {
  deleteTextFile,
  type FileOwner,
  findTextFiles,
  insertTextFile,
  type TextFileFilter,
  type TextFileRow,
} from './text-files.store.ts'

type NewFile = {
  readonly document: ReceivedContent
  readonly name: string
  readonly mimeType: string
  readonly purpose: string
  readonly externalId: string | undefined
}

const maxNameLength = 1000

/** Keeps a file that a client uploads to name it in jobs. An organization whose jobs would be refused today keeps none. */
export async function storeTextFile(
  ctx: Pick<Context, 'config' | 'files'>,
  { tenant, deploymentId }: FileOwner,
  { document, name, mimeType, purpose, externalId }: NewFile,
): Promise<TextFileRow> {
  await assertPagesLeft(tenant, await planOf(ctx.config, tenant))
  return storeDocuments(ctx, tenant, [{ ...document, mimeType }], (transaction) =>
    insertTextFile(transaction, {
      deployment_id: deploymentId,
      name: name.slice(0, maxNameLength),
      purpose,
      external_file_id: externalId ?? null,
      file_hash: document.hash,
    }),
  )
}

export type { FileOwner, TextFileFilter as TextFileQuery }

/** Returns a page of the files that match. */
export const listTextFiles = (owner: FileOwner, filter: TextFileFilter): Promise<TextFileRow[]> =>
  findTextFiles(owner, filter)

export async function removeTextFile(
  ctx: Pick<Context, 'db' | 'files'>,
  owner: FileOwner,
  id: string,
): Promise<void> {
  const file = await getTextFile(owner, id)
  await deleteTextFile(owner.tenant, file.id)
  await deleteDocument(ctx, owner.tenant, file.file_hash)
}
