import { z } from 'zod'

/** Bytes in base64url. */
const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/)

/** Options of WebAuthn, which the browser interprets. */
export const WebAuthnOptions = z.record(z.string(), z.unknown())

const Credential = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
})

/** A passkey that a browser has created, as WebAuthn describes it. */
export const RegistrationResponse = Credential.extend({
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(40_000),
    transports: z
      .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
      .max(10)
      .optional(),
  }),
})

/** A signature by a passkey, as WebAuthn describes it. */
export const AuthenticationResponse = Credential.extend({
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(200).optional(),
  }),
})
