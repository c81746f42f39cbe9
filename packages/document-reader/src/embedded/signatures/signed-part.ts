/** A digital signature as a document carries it. */
export type SignedPart = {
  /** Its place among the signatures of the document, from 1. */
  readonly number: number
  /** A message of CMS (RFC 5652) in DER, zeros behind it. */
  readonly contents: Uint8Array
  /** Pairs of a first byte and a number of bytes: what is signed. */
  readonly range: readonly number[]
  /** How it is encoded, such as `adbe.pkcs7.detached`. */
  readonly format: string
  /** When its signer says that it was made, as PDF writes it: `D:20260102…`; blank where it is not said. */
  readonly time: string
}
