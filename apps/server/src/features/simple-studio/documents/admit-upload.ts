import { simpleStudioLimits } from '@recto/contract/wire/limits'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { takeOfAddress } from '../limits/limit-visitors.ts'
import { tooLarge } from './upload-simple-document.ts'

/** Bytes allowed for the form around a file. */
const roomForFields = 64 * 1024

type AdmitUploadOptions = { readonly contentLength: string | undefined; readonly address: string }

/** Rejects uploads that are too large or too frequent before anything is received. */
export async function admitUpload(
  ctx: Pick<Context, 'db' | 'config'>,
  { contentLength, address }: AdmitUploadOptions,
): Promise<void> {
  const length = Number(contentLength)
  if (!Number.isSafeInteger(length)) {
    throw badRequest('The length of the upload is missing. Send a Content-Length header.')
  }
  if (length > simpleStudioLimits.bytesOfDocument + roomForFields) throw tooLarge('The file')
  await takeOfAddress(ctx, address, 'uploads')
  await takeOfAddress(ctx, address, 'bytes', length)
}
