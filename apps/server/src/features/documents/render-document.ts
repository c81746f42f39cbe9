import { detectType } from '@recto/document-reader/detect/detect-type'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getDocumentLocation, getPreviewsFolder, pagesVersion } from './document-location.ts'
import { type MaybeLockedDocument, unlockBytes } from './unlock-bytes.ts'

type RenderDependencies = Pick<Context, 'cache' | 'files' | 'reader' | 'vault'>
type RenderRequest = MaybeLockedDocument & { readonly hash: string }

/**
 * Renders a stored document as a PDF for display: a PDF stays as it is, or is unlocked; any other
 * format is converted once. An unlocked copy is never stored. Concurrent requests wait for the same
 * PDF. Throws `ReadError`.
 */
export async function renderDocument(
  ctx: RenderDependencies,
  tenant: Tenant,
  { hash, ...lockedDocument }: RenderRequest,
): Promise<Uint8Array> {
  const location = await getDocumentLocation(tenant, { hash })
  const path = `${getPreviewsFolder(location)}/rendering.v${pagesVersion}.pdf`
  return ctx.cache.join(path, async () => {
    if (await ctx.files.stat(path)) return ctx.files.readBytes(path)
    const bytes = await ctx.files.readBytes(location.original)
    if (lockedDocument.sealed_password) return unlockBytes(ctx, lockedDocument, bytes)
    if (detectType(bytes, lockedDocument.name).kind === 'pdf') return bytes
    const pdf = await ctx.reader.toPdf(bytes, { name: lockedDocument.name })
    await ctx.files.write(path, pdf)
    return pdf
  })
}
