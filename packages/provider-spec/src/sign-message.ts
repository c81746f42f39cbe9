import { createHmac } from 'node:crypto'

/**
 * Returns the headers that prove who sent a message, and when: the signature is the HMAC-SHA256 of
 * `{timestamp}.{body}`.
 */
export function signMessage(secret: string, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-recto-timestamp': timestamp, 'x-recto-signature': `sha256=${signature}` }
}
