import type { DocumentText } from '@recto/document-text/model'
import { parseStoredDocumentText, storeDocumentText } from '@recto/document-text/stored-text'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { textOf } from './document-paths.ts'
import { joinWork } from './join-work.ts'
import { readDocumentBytes } from './read-document-bytes.ts'

type Needs = Pick<Context, 'files'>
type Owner = Pick<Tenant, 'organizationId'>

export type TextRequest = {
  readonly hash: string
  /** Names the extractor and its settings: letters and digits only, it becomes a file's name. */
  readonly extractorKey: string
  readonly read: (bytes: Uint8Array) => Promise<DocumentText>
}

/**
 * The text of a stored document, read once for each extractor and its settings. Whoever asks while
 * it is being read waits for the same reading. Throws what `read` throws.
 */
export async function readDocumentText(
  ctx: Needs,
  owner: Owner,
  request: TextRequest,
): Promise<DocumentText> {
  const path = textOf(owner, request.hash, request.extractorKey)
  return joinWork(ctx.files, path, () => findOrRead(ctx, owner, request))
}

/** Only what was read before; `undefined` when it was not. */
export async function findDocumentText(
  { files }: Needs,
  owner: Owner,
  { hash, extractorKey }: Pick<TextRequest, 'hash' | 'extractorKey'>,
): Promise<DocumentText | undefined> {
  const path = textOf(owner, hash, extractorKey)
  if (!(await files.stat(path))) return undefined
  return parseStoredDocumentText(new TextDecoder().decode(await files.readBytes(path)))
}

async function findOrRead(ctx: Needs, owner: Owner, request: TextRequest): Promise<DocumentText> {
  const known = await findDocumentText(ctx, owner, request)
  if (known) return known
  const bytes = await readDocumentBytes(ctx, owner, request.hash)
  const stored = storeDocumentText(await request.read(bytes))
  await ctx.files.write(textOf(owner, request.hash, request.extractorKey), stored)
  // Parsed again, so that the first reader sees the same rounded places as all later ones.
  return parseStoredDocumentText(stored)
}
