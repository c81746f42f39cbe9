import { fromBER, OctetString } from 'asn1js'
import { ContentInfo, SignedData } from 'pkijs'

/** The content of a part of the type application/pkcs7-mime. */
export type CmsContent =
  | { readonly kind: 'signed'; readonly content: Uint8Array }
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'other'; readonly reason: string }

const damagedContent: CmsContent = {
  kind: 'other',
  reason: 'The content of the signed or encrypted mail is damaged.',
}

const ids = {
  signed: '1.2.840.113549.1.7.2',
  enveloped: '1.2.840.113549.1.7.3',
  authenticatedEnveloped: '1.2.840.113549.1.9.16.1.23',
  compressed: '1.2.840.113549.1.9.16.1.9',
} as const

/**
 * Opens a CMS message (RFC 5652). The content of a signed one is returned whether or not its signature holds: it is as
 * trustworthy as a mail without one. Never throws.
 */
export function readCms(bytes: Uint8Array): CmsContent {
  try {
    const { result, offset } = fromBER(new Uint8Array(bytes).buffer)
    if (offset < 0) return damagedContent
    const info = new ContentInfo({ schema: result })
    if (info.contentType === ids.enveloped || info.contentType === ids.authenticatedEnveloped)
      return { kind: 'encrypted' }
    if (info.contentType === ids.compressed)
      return { kind: 'other', reason: 'The mail is compressed, which cannot be opened.' }
    if (info.contentType !== ids.signed) return damagedContent
    const { eContent } = new SignedData({ schema: info.content }).encapContentInfo
    if (!(eContent instanceof OctetString))
      return { kind: 'other', reason: 'The signature comes without the signed mail.' }
    return { kind: 'signed', content: new Uint8Array(eContent.getValue()) }
  } catch {
    return damagedContent
  }
}
