import type { MailDocumentChoice, OpenedPart } from './mail-parts.ts'
import { openSealed } from './open-mail.ts'
import { type UnpackedDocument, unpackMail } from './unpack-mail.ts'

/** Work on a mail that may take long. */
export type UnpackRequest =
  | { readonly kind: 'mail'; readonly bytes: Uint8Array; readonly choice: MailDocumentChoice }
  | { readonly kind: 'sealed'; readonly bytes: Uint8Array; readonly part: string }

export type UnpackResult<Request extends UnpackRequest> = Request extends { readonly kind: 'mail' }
  ? readonly UnpackedDocument[]
  : OpenedPart

export const runRequest = (request: UnpackRequest) =>
  request.kind === 'mail'
    ? unpackMail(request.bytes, request.choice)
    : openSealed(request.bytes, request.part)
