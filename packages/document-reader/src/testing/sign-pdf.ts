import { createHash, webcrypto, X509Certificate } from 'node:crypto'
import { Integer, ObjectIdentifier, OctetString, UTCTime, Utf8String } from 'asn1js'
import {
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { rawPage } from './raw-pdf.ts'

export type Identity = { readonly certificate: Certificate; readonly key: webcrypto.CryptoKey }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const signedOn = new Date('2026-03-04T10:00:00Z')

/** A certificate of that name; without an issuer it is its own. */
export async function issueCertificate(name: string, issuer?: Identity): Promise<Identity> {
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ value: name.length + 1 })
  const commonName = new AttributeTypeAndValue({
    type: '2.5.4.3',
    value: new Utf8String({ value: name }),
  })
  certificate.subject.typesAndValues.push(commonName)
  certificate.issuer.typesAndValues.push(
    ...(issuer?.certificate.subject.typesAndValues ?? [commonName]),
  )
  certificate.notBefore.value = new Date('2026-01-01T00:00:00Z')
  certificate.notAfter.value = new Date('2027-01-01T00:00:00Z')
  const constraints = new BasicConstraints({ cA: issuer === undefined })
  certificate.extensions = [
    new Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: constraints.toSchema().toBER(),
    }),
  ]
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(issuer?.key ?? privateKey, 'SHA-256')
  return { certificate, key: privateKey }
}

export const pemOf = ({ certificate }: Identity) =>
  new X509Certificate(new Uint8Array(certificate.toSchema(true).toBER())).toString()

const room = 8000
const rangeRoom = '[0 0000000000 0000000000 0000000000]'

/** A page with a signature over all of it, or over what `cover` makes of its range. */
export async function signPdf(
  signer: Identity,
  {
    issuers = [],
    format = 'adbe.pkcs7.detached',
    cover = (range) => range,
  }: {
    readonly issuers?: readonly Identity[]
    readonly format?: string
    readonly cover?: (range: readonly number[]) => readonly number[]
  } = {},
): Promise<Uint8Array> {
  const page = rawPage('BT /F1 12 Tf 50 700 Td (Total 100.00) Tj ET', {
    catalogue: '/AcroForm<</SigFlags 3/Fields[6 0 R]>>',
    page: '/Annots[6 0 R]',
    more: [
      '<</Type/Annot/Subtype/Widget/FT/Sig/T(Seller)/Rect[50 50 200 90]/V 7 0 R/P 3 0 R>>',
      `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/${format}/ByteRange${rangeRoom}/Contents<${'0'.repeat(2 * room)}>>>`,
    ],
  })
  const text = Buffer.from(page).toString('latin1')
  const opens = text.indexOf('/Contents<0') + '/Contents'.length
  const closes = opens + 2 * room + 2
  const range = cover([0, opens, closes, text.length - closes])
  const rangeText = `[${range.map((number, i) => (i === 0 ? '0' : String(number).padStart(10, '0'))).join(' ')}]`
  const file = Buffer.from(text.replace(rangeRoom, rangeText), 'latin1')
  const [, signatureStart = 0, second = 0, signatureEnd = 0] = range
  const bytes = Buffer.concat([
    file.subarray(0, signatureStart),
    file.subarray(second, second + signatureEnd),
  ])
  const message = await signBytes(bytes, signer, issuers)
  file.write(message.toString('hex'), opens + 1, 'latin1')
  return new Uint8Array(file)
}

async function signBytes(bytes: Buffer, signer: Identity, issuers: readonly Identity[]) {
  const { certificate, key } = signer
  const digest = createHash('sha256').update(bytes).digest()
  const attribute = (type: string, value: object) => new Attribute({ type, values: [value] })
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.7.1' }),
    certificates: [certificate, ...issuers.map((issuer) => issuer.certificate)],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(
              '1.2.840.113549.1.9.3',
              new ObjectIdentifier({ value: '1.2.840.113549.1.7.1' }),
            ),
            attribute('1.2.840.113549.1.9.5', new UTCTime({ valueDate: signedOn })),
            attribute(
              '1.2.840.113549.1.9.4',
              new OctetString({ valueHex: new Uint8Array(digest).buffer }),
            ),
          ],
        }),
      }),
    ],
  })
  await signed.sign(key, 0, 'SHA-256', new Uint8Array(bytes).buffer)
  const info = new ContentInfo({
    contentType: '1.2.840.113549.1.7.2',
    content: signed.toSchema(true),
  })
  return Buffer.from(info.toSchema().toBER())
}
