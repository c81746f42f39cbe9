import { createHash, X509Certificate } from 'node:crypto'
import { GeneralizedTime, OctetString, UTCTime } from 'asn1js'
import {
  type Attribute,
  Certificate,
  CertificateChainValidationEngine,
  ContentInfo,
  type RelativeDistinguishedNames,
  SignedData,
  SignedDataVerifyError,
} from 'pkijs'

export type SignatureVerification = {
  /** Whether what was signed is what is there now. */
  readonly isIntact: boolean
  /** Whether the certificate leads to one that is trusted here, and was valid when it is said to have been used. */
  readonly isTrusted: boolean
  readonly signer: string
  readonly issuer: string
  /** Time of signing by the signer's clock. */
  readonly signedAt: Date | undefined
}

type SignatureRequest = {
  /** A message of CMS (RFC 5652) in DER, without its content. */
  readonly contents: Uint8Array
  /** The bytes that the signature claims to cover. */
  readonly bytes: Uint8Array
  /** Certificates in PEM. */
  readonly trusted: string
  /** Time of signing according to the document, in case the signature states none. */
  readonly time: Date | undefined
}

/**
 * Checks a detached signature: the digest of what is signed, the signature over the digest, and the chain of
 * certificates. Whether one of them was revoked is not asked, for nothing is asked of a network. Throws for what is no
 * such message, or is made in a way that is not known.
 */
export async function verifySignature(request: SignatureRequest): Promise<SignatureVerification> {
  const info = ContentInfo.fromBER(ownBuffer(request.contents))
  const signed = new SignedData({ schema: info.content })
  const [entry, ...otherSigners] = signed.signerInfos
  if (!entry || otherSigners.length > 0) throw new Error('It does not have exactly one signer.')
  // An embedded content would be verified instead of the document.
  if (signed.encapContentInfo.eContent)
    throw new Error('It signs its own content instead of the document.')
  const attributes = entry.signedAttrs?.attributes ?? []
  const data = ownBuffer(request.bytes)
  const isSame = hasDigest(request.bytes, entry.digestAlgorithm.algorithmId, attributes)
  const { signatureVerified, signerCertificate } = await signed
    .verify({ signer: 0, data, extendedMode: true })
    .catch((error) => {
      // It says whose signature is broken.
      if (error instanceof SignedDataVerifyError && !isSame) return error
      throw error
    })
  if (!signerCertificate) throw new Error('It does not contain the certificate of its signer.')
  const signedAt = signingTime(attributes) ?? request.time
  return {
    isIntact: isSame && signatureVerified === true,
    isTrusted: await leadsToTrusted(signed, signerCertificate, {
      trusted: request.trusted,
      date: signedAt ?? new Date(),
    }),
    signer: nameOf(signerCertificate.subject),
    issuer: nameOf(signerCertificate.issuer),
    signedAt,
  }
}

/** Copies bytes into their own buffer, as the library requires. */
const ownBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

const messageDigest = '1.2.840.113549.1.9.4'
const signingTimeType = '1.2.840.113549.1.9.5'

/** Digest algorithms by their object identifiers in CMS. */
const digests: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** Whether the bytes are those that were signed. Without attributes the signature is over the bytes themselves. */
function hasDigest(bytes: Uint8Array, method: string, attributes: readonly Attribute[]): boolean {
  const [digestValue] = attributes.find(({ type }) => type === messageDigest)?.values ?? []
  if (!(digestValue instanceof OctetString)) return attributes.length === 0
  const name = digests[method]
  if (!name) throw new Error(`Its digest algorithm is not supported: ${method}.`)
  const digest = createHash(name).update(bytes).digest()
  return digest.equals(Buffer.from(digestValue.valueBlock.valueHexView))
}

function signingTime(attributes: readonly Attribute[]): Date | undefined {
  const [value] = attributes.find(({ type }) => type === signingTimeType)?.values ?? []
  const isTime = value instanceof UTCTime || value instanceof GeneralizedTime
  return isTime ? value.toDate() : undefined
}

type Trust = { readonly trusted: string; readonly date: Date }

/** Whether a chain of certificates, each valid on that day, leads to a trusted one. */
async function leadsToTrusted(
  { certificates = [] }: SignedData,
  signer: Certificate,
  { trusted: trustedCertificates, date }: Trust,
): Promise<boolean> {
  const roots = certificatesIn(trustedCertificates)
  if (roots.length === 0) return false
  const intermediates = certificates.filter(
    (one): one is Certificate => one instanceof Certificate && one !== signer,
  )
  const engine = new CertificateChainValidationEngine({
    trustedCerts: roots,
    certs: [...intermediates, signer],
    checkDate: date,
  })
  const { result } = await engine.verify()
  return result
}

function certificatesIn(pem: string): Certificate[] {
  const end = '-----END CERTIFICATE-----'
  const blocks = pem.split(end).slice(0, -1)
  return blocks.map((block) => {
    const { raw } = new X509Certificate(`${block}${end}`)
    return Certificate.fromBER(ownBuffer(raw))
  })
}

const commonName = '2.5.4.3'
const organization = '2.5.4.10'
const maxNameLength = 255

/** The name of a person, or of their organization. */
function nameOf({ typesAndValues }: RelativeDistinguishedNames): string {
  const findName = (attributeType: string) => {
    const value = typesAndValues.find(({ type }) => type === attributeType)?.value.valueBlock.value
    return typeof value === 'string' ? value.trim().slice(0, maxNameLength) : ''
  }
  return findName(commonName) || findName(organization)
}
