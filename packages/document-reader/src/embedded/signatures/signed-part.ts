/** A digital signature as a document carries it. */
export type SignedPart = {
  /** Its place among the signatures of the document, from 1. */
  readonly number: number
  /** A message of CMS (RFC 5652) in DER, zeros behind it. */
  readonly contents: Uint8Array
  /** Pairs of a first byte and a number of bytes: what is signed. */
  readonly range: readonly number[]
  /** Encoding of the signature, such as `adbe.pkcs7.detached`. */
  readonly format: string
  /** Time of signing according to the signer, in the format of PDF (`D:20260102…`); blank if absent. */
  readonly time: string
}
