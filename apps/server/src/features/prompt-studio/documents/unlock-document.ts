import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { readDocumentBytes } from '../../documents/documents.port.ts'
import { getDocument } from '../rows/access.ts'
import { type DocumentRow, setDocumentPassword } from '../rows/documents.store.ts'
import { recordDocument } from './record-document.ts'
import { sealPassword } from './seal-password.ts'

type UnlockDocumentRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  readonly password: string
}

/** Stores the encrypted password of a locked document, with which it is read from now on. */
export async function unlockDocument(
  ctx: Pick<Context, 'db' | 'files' | 'reader' | 'vault'>,
  { actor, projectId, documentId, password }: UnlockDocumentRequest,
): Promise<DocumentRow> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const { name, hash } = document
  const bytes = await readDocumentBytes(ctx, tenant, hash)
  const sealedPassword = await sealPassword(ctx, { name, bytes, password })
  if (sealedPassword === undefined) throw badRequest(`“${name}” is not locked.`)
  await inTransaction(tenant, async (transaction) => {
    await setDocumentPassword(transaction, { documentId, sealed: sealedPassword })
    await recordDocument(transaction, actor, { done: 'unlocked', document })
  })
  return document
}
