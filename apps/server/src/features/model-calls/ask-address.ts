import { addressReplyLimits } from '@recto/contract/limits'
import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { AnswerLimits } from '../../platform/outside/limit-answer.ts'
import { findAddressReply, keepAddressReply } from './address-replies.store.ts'
import { type CallContext, callKeyOf, waitOutside } from './call-context.ts'
import { keepPaid } from './keep-paid.ts'
import { payOnce } from './pay-once.ts'

type Input = {
  readonly url: string
  /** Sent as plain text. */
  readonly value: string
  /** Its name as a step; unique in the run. */
  readonly step: string
  readonly limits?: AnswerLimits
}

/**
 * Sends a value to an address that a prompt names, and returns what it replies: once in a run, because
 * nobody knows what the address does with it. The reply is kept under the run's key, so that a repeated
 * run does not send again. Nothing is tried twice. Throws 400 with the reason.
 */
export async function askAddress(
  ctx: Pick<Context, 'publicFetch'>,
  tenant: Tenant,
  calls: CallContext,
  { url, value, step, limits = addressReplyLimits }: Input,
): Promise<string> {
  const callKey = callKeyOf(calls, step)
  const ask = () =>
    payOnce(tenant, calls, {
      callKey,
      find: () => findAddressReply(tenant, callKey),
      async pay() {
        await calls.confirm?.()
        const reply = await waitOutside(calls, () =>
          post(ctx, { url, value, limits }, calls.signal),
        )
        await keepPaid(() => keepAddressReply(tenant, callKey, reply))
        return reply
      },
    })
  return calls.step(step, ask, { isRepeatable: true })
}

type Posted = Required<Pick<Input, 'url' | 'value' | 'limits'>>

async function post(
  { publicFetch }: Pick<Context, 'publicFetch'>,
  { url, value, limits: { bytes, seconds } }: Posted,
  signal: AbortSignal | undefined,
): Promise<string> {
  const late = AbortSignal.timeout(seconds * 1000)
  const said = await send(publicFetch, url, {
    ...{ value, bytes },
    signal: signal ? AbortSignal.any([signal, late]) : late,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw signal.reason
    if (late.aborted) throw refusal(url, `it did not answer within ${seconds} seconds`)
    throw error
  })
  if (said === undefined) throw refusal(url, `its answer has more than ${bytes} bytes`)
  return plainOf(said)
}

type Sent = {
  readonly value: string
  readonly bytes: number
  readonly signal: AbortSignal
}

/** Nothing when the answer is too long. */
async function send(
  publicFetch: typeof globalThis.fetch,
  url: string,
  { value, bytes, signal }: Sent,
): Promise<string | undefined> {
  if (!URL.canParse(url)) throw refusal(url, 'it is no address')
  const response = await publicFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: value,
    redirect: 'manual',
    signal,
  }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    throw signal.aborted ? error : refusal(url, message.replace(/\.$/, ''))
  })
  const { status } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw refusal(url, 'it leads elsewhere, and redirects are not followed')
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw refusal(url, `it answered ${status}`)
  }
  return textWithin(response, bytes)
}

async function textWithin(response: Response, bytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > bytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A JSON text without its quotes, other JSON without blanks, and anything else as it is. */
function plainOf(said: string): string {
  try {
    const value: unknown = JSON.parse(said)
    return typeof value === 'string' ? value : JSON.stringify(value)
  } catch {
    return said.trim()
  }
}

const refusal = (url: string, reason: string) =>
  badRequest(`The prompt asks the address ${url}: ${reason}.`)
