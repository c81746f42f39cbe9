import { createHmac } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'

type PostWebhookOptions = {
  readonly url: string
  /** When empty, the request is neither authenticated nor signed. */
  readonly token: string
  readonly payload: unknown
  readonly timeoutSeconds: number
}

/** A webhook that did not reply with 200. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly isRetryable = true
  /** Delay that the receiver asked for. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    options?: ErrorOptions & { retryAfterSeconds?: number | undefined },
  ) {
    super(message, options)
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}

/**
 * Sends a payload. With a token the request carries it as a bearer token and, in
 * `X-Recto-Signature`, the HMAC-SHA256 of the body under the token, as `sha256=` and hexadecimal
 * digits. Throws `WebhookError` unless the reply is 200; redirects are not followed.
 */
export async function postWebhook(
  { publicFetch }: Pick<Context, 'publicFetch'>,
  { url, token, payload, timeoutSeconds }: PostWebhookOptions,
): Promise<void> {
  const body = JSON.stringify(payload)
  const signature = createHmac('sha256', token).update(body).digest('hex')
  const signatureHeaders = token && {
    authorization: `Bearer ${token}`,
    'x-recto-signature': `sha256=${signature}`,
  }
  const response = await publicFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signatureHeaders || {}) },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    throw new WebhookError(`The webhook could not be reached: ${message}`, { cause: error })
  })
  await response.body?.cancel()
  if (response.status === 200) return
  throw new WebhookError(`The webhook responded with ${response.status} instead of 200.`, {
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  })
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}
