import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { readDocumentBytes } from '../../documents/documents.port.ts'
import { type DocumentRow, setDocumentPassword } from '../rows/documents.store.ts'
import { getDocument } from '../rows/get-document.ts'
import { sealPassword } from './seal-password.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  readonly password: string
}

/** Keeps the password of a locked document, sealed, for everything that reads it from now on. */
export async function unlockDocument(
  ctx: Pick<Context, 'db' | 'files' | 'reader' | 'vault'>,
  { actor, projectId, documentId, password }: Input,
): Promise<DocumentRow> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const { name, hash } = document
  const bytes = await readDocumentBytes(ctx, tenant, hash)
  const sealed = await sealPassword(ctx, { name, bytes, password })
  if (sealed === undefined) throw badRequest(`“${name}” is not locked.`)
  await setDocumentPassword(tenant, { documentId, sealed })
  return document
}
