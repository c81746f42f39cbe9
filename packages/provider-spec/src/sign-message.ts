import { createHmac, timingSafeEqual } from 'node:crypto'

const timestampHeader = 'x-recto-timestamp'
const signatureHeader = 'x-recto-signature'

/** How far the clocks of a sender and a receiver may be apart, and how long a message may be repeated. */
const maxAgeSeconds = 300

/**
 * Returns the headers that prove who sent a message, and when: the signature is the HMAC-SHA256 of
 * `{timestamp}.{body}`.
 */
export function signMessage(secret: string, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  return {
    [timestampHeader]: timestamp,
    [signatureHeader]: signatureOf(secret, `${timestamp}.${body}`),
  }
}

type MessageHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Whether a message was signed with a secret within the last minutes. */
export function isSignedMessage(secret: string, body: string, headers: MessageHeaders): boolean {
  const { [timestampHeader]: timestamp, [signatureHeader]: signature } = headers
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
  if (!/^\d{1,12}$/.test(timestamp)) return false
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp))
  return (
    ageSeconds <= maxAgeSeconds &&
    isSameSecret(signature, signatureOf(secret, `${timestamp}.${body}`))
  )
}

/** Compares texts in a time that does not depend on where they differ. */
export function isSameSecret(text: string, expectedText: string): boolean {
  const bytes = Buffer.from(text)
  const expectedBytes = Buffer.from(expectedText)
  return bytes.length === expectedBytes.length && timingSafeEqual(bytes, expectedBytes)
}

const signatureOf = (secret: string, text: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
