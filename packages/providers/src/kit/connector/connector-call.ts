import { ProviderError, type ProviderErrorCode } from '@recto/provider-spec/provider-error'
import { explainFailure, said } from '../explain-failure.ts'
import { ServiceFailure, type Translate } from './service-failure.ts'

/** The fields to look at when something of that kind has happened. */
export type Hints = Readonly<Partial<Record<ProviderErrorCode, string>>>

type Options = { readonly signal?: AbortSignal | undefined }

type About = {
  readonly name: string
  /** Looked at when something is said: tokens come and go. */
  readonly secrets: ReadonlySet<string>
  readonly hints: Hints | undefined
  readonly translate: Translate | undefined
}

export type ConnectorCall = {
  /**
   * Runs one step of a connector under a time limit and makes a `ProviderError` of whatever it throws. When the
   * caller's own signal stops it, that signal's reason is thrown instead.
   */
  step<T>(options: Options | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** The same for what takes as long as a file is large: only the caller's own signal ends it. */
  long<T>(options: Options | undefined, run: () => Promise<T>): Promise<T>
  /** The same for something that comes bit by bit: each bit has the time of a step. */
  stream<T>(
    options: Options | undefined,
    run: (signal: AbortSignal) => AsyncIterable<T>,
  ): AsyncIterable<T>
}

const stepSeconds = 60

const never = new AbortController().signal

export function createConnectorCall(about: About): ConnectorCall {
  const explain = (error: unknown, limit: AbortSignal, signal: AbortSignal | undefined) => {
    if (signal?.aborted) return signal.reason
    return explainConnector(error, about, limit.aborted)
  }
  return {
    async step(options, run) {
      const { signal } = options ?? {}
      const limit = AbortSignal.timeout(stepSeconds * 1000)
      try {
        return await withinTime(
          run(signal ? AbortSignal.any([signal, limit]) : limit),
          limit,
          signal,
        )
      } catch (error) {
        throw explain(error, limit, signal)
      }
    },
    async long(options, run) {
      try {
        return await run()
      } catch (error) {
        throw explain(error, never, options?.signal)
      }
    },
    async *stream(options, run) {
      const stopped = new AbortController()
      const signal = options?.signal
      const both = signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal
      let limit = never
      const inTime = <R>(running: Promise<R>) => {
        limit = AbortSignal.timeout(stepSeconds * 1000)
        return withinTime(running, limit, signal)
      }
      try {
        yield* eachIn(run(both), inTime)
      } catch (error) {
        throw explain(error, limit, signal)
      } finally {
        stopped.abort()
      }
    },
  }
}

/** One by one, each in its time. Whoever stops listening does not wait for a service that is silent. */
async function* eachIn<T>(
  bits: AsyncIterable<T>,
  inTime: <R>(running: Promise<R>) => Promise<R>,
): AsyncGenerator<T> {
  const iterator = bits[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await inTime(iterator.next())
      if (done) return
      yield value
    }
  } finally {
    leave(iterator)
  }
}

function leave(bits: AsyncIterator<unknown>): void {
  void bits.return?.()?.catch(() => undefined)
}

/** A client that does not know the signal is left alone, with whatever it does afterwards. */
function withinTime<T>(
  running: Promise<T>,
  limit: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<T> {
  const ended = signal ? AbortSignal.any([limit, signal]) : limit
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(ended.reason)
    if (ended.aborted) stop()
    ended.addEventListener('abort', stop, { once: true })
    running.then(resolve, reject).finally(() => ended.removeEventListener('abort', stop))
  })
}

const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_HAS_EXPIRED',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const unresolved: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'])

function explainConnector(error: unknown, about: About, isTimeUp: boolean): ProviderError {
  const { name, hints = {}, translate } = about
  const secrets = [...about.secrets]
  const known = isTimeUp ? undefined : (translate?.(error) ?? commonFailure(error))
  const explained =
    known === undefined
      ? explainFailure(error, { name, secrets, seconds: stepSeconds, isTimeUp })
      : new ProviderError({
          code: known.code,
          message: `${name}: ${said(known.message, secrets)}`,
          status: known.status,
          retryAfterSeconds: known.retryAfterSeconds,
        })
  const hint = error instanceof ProviderError ? undefined : hints[explained.code]
  if (hint === undefined) return explained
  const { code, message, status, retryAfterSeconds } = explained
  return new ProviderError({ code, status, retryAfterSeconds, message: `${message} ${hint}` })
}

/** Explains failures that are common to all services. */
function commonFailure(error: unknown): ServiceFailure | undefined {
  if (error instanceof ServiceFailure) return error
  const code = codeIn(error)
  if (code === undefined) return undefined
  if (untrusted.has(code)) {
    return new ServiceFailure('refused', `Its certificate is not to be trusted (${code}).`)
  }
  if (unresolved.has(code)) {
    return new ServiceFailure('unreachable', `There is no server of this name (${code}).`)
  }
  return undefined
}

function codeIn(error: unknown): string | undefined {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth += 1) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string') return code
    cause = cause.cause ?? (cause instanceof AggregateError ? cause.errors[0] : undefined)
  }
  return undefined
}
