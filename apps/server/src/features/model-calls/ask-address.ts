import { addressReplyLimits } from '@recto/contract/wire/limits'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { ResponseLimits } from '../../platform/outbound/limit-response.ts'
import { findAddressReply, saveAddressReply } from './address-replies.store.ts'
import { type CallContext, releaseCpuWhile, toCallKey } from './call-context.ts'
import { callOnce, retryUntilStored } from './call-once.ts'

type AddressRequest = {
  readonly url: string
  /** Sent as plain text. */
  readonly value: string
  /** Name of the step; unique within the run. */
  readonly step: string
  readonly limits?: ResponseLimits
}

/**
 * Posts a value to an address named in a prompt and returns its reply. The address is called once
 * per run, because repeating the call may have side effects there: the reply is stored under the
 * run's key, so a repeated run does not send again. Never retries. Throws 400 with the reason.
 */
export async function askAddress(
  ctx: Pick<Context, 'publicFetch'>,
  tenant: Tenant,
  calls: CallContext,
  { url, value, step, limits = addressReplyLimits }: AddressRequest,
): Promise<string> {
  const callKey = toCallKey(calls, step)
  const callAddress = () =>
    callOnce(tenant, calls, {
      callKey,
      findStored: () => findAddressReply(tenant, callKey),
      async call() {
        await calls.assertLeaseHeld?.()
        const reply = await releaseCpuWhile(calls, () =>
          post(ctx, { url, value, limits }, calls.signal),
        )
        await retryUntilStored(() => saveAddressReply(tenant, callKey, reply))
        return reply
      },
    })
  return calls.step(step, callAddress, { isRepeatable: true })
}

type AddressPost = Required<Pick<AddressRequest, 'url' | 'value' | 'limits'>>

async function post(
  { publicFetch }: Pick<Context, 'publicFetch'>,
  { url, value, limits: { bytes, seconds } }: AddressPost,
  signal: AbortSignal | undefined,
): Promise<string> {
  const timeoutSignal = AbortSignal.timeout(seconds * 1000)
  const reply = await send(publicFetch, url, {
    value,
    bytes,
    signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw signal.reason
    if (timeoutSignal.aborted)
      throw addressError(url, `the server did not respond within ${seconds} seconds`)
    throw error
  })
  if (reply === undefined) throw addressError(url, `the response is larger than ${bytes} bytes`)
  return toPlainText(reply)
}

type AddressPostOptions = {
  readonly value: string
  readonly bytes: number
  readonly signal: AbortSignal
}

/** Returns `undefined` when the reply exceeds `bytes`. */
async function send(
  publicFetch: typeof globalThis.fetch,
  url: string,
  { value, bytes, signal }: AddressPostOptions,
): Promise<string | undefined> {
  if (!URL.canParse(url)) throw addressError(url, 'this is not a valid address')
  const response = await publicFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: value,
    redirect: 'manual',
    signal,
  }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    throw signal.aborted ? error : addressError(url, message.replace(/\.$/, ''))
  })
  const { status } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw addressError(url, 'it redirects to another address, and redirects are not followed')
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw addressError(url, `the server responded with ${status}`)
  }
  return readTextUpTo(response, bytes)
}

async function readTextUpTo(response: Response, bytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > bytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Unquotes a JSON string, compacts other JSON, and trims anything else. */
function toPlainText(reply: string): string {
  try {
    const value = parseExactJson(reply)
    return typeof value === 'string' ? value : JSON.stringify(value)
  } catch {
    return reply.trim()
  }
}

const addressError = (url: string, reason: string) =>
  badRequest(`The prompt calls ${url}, and the call failed: ${reason}.`)
