import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Site = { readonly origin: string; readonly id: string }

type Ceremony = {
  readonly challenge: string
  /** The site that the browser shows, which need not be ours. */
  readonly site: Site
  /** Whether the device has checked a fingerprint or a PIN. */
  readonly isOwnerVerified?: boolean
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A device with one passkey (ES256, no attestation), which answers as a browser passes the answer on. */
export function createSoftPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  const clientDataOf = (type: string, { challenge, site }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: site.origin, crossOrigin: false }))

  /** Hash of the site, flags (user present, user verified, credential attached) and counter. */
  function authenticatorDataOf({ site, isOwnerVerified = true }: Ceremony, extraFlags: number) {
    const flags = 1 | (isOwnerVerified ? 4 : 0) | extraFlags
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags)
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([createHash('sha256').update(site.id).digest(), tail])
  }

  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const coordinate = (label: number, value: string) =>
      Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
    // A map of five: key type EC2, algorithm ES256, curve P-256, x, y.
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
    return Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)])
  }

  return {
    register(ceremony: Ceremony) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        authenticatorDataOf(ceremony, 0x40),
        Buffer.alloc(16),
        length,
        id,
        coseKey(),
      ])
      const size = Buffer.alloc(2)
      size.writeUInt16BE(authData.length)
      // A map of three in CBOR: fmt "none", attStmt {}, authData.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        size,
        authData,
      ])
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(clientDataOf('webauthn.create', ceremony)),
          attestationObject: base64(attestation),
          transports: ['internal'],
        },
      }
    },

    signIn(ceremony: Ceremony) {
      counter++
      const clientData = clientDataOf('webauthn.get', ceremony)
      const authenticatorData = authenticatorDataOf(ceremony, 0)
      const hash = createHash('sha256').update(clientData).digest()
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), privateKey)
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(clientData),
          authenticatorData: base64(authenticatorData),
          signature: base64(signature),
        },
      }
    },
  }
}
