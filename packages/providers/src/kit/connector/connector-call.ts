import { ProviderError, type ProviderErrorCode } from '@recto/provider-spec/provider-error'
import { explainFailure, safeMessage } from '../explain-failure.ts'
import { ServiceFailure, type Translate } from './service-failure.ts'

/** The form fields that a person should check, for each kind of failure. */
export type Hints = Readonly<Partial<Record<ProviderErrorCode, string>>>

type StepOptions = { readonly signal?: AbortSignal | undefined }

type CallContext = {
  readonly name: string
  /** Read at the time of each message, because tokens are added later. */
  readonly secrets: ReadonlySet<string>
  readonly hints: Hints | undefined
  readonly translate: Translate | undefined
}

export type ConnectorCall = {
  /**
   * Runs one step of a connector under a time limit and makes a `ProviderError` of whatever it throws. When the
   * caller's own signal stops it, that signal's reason is thrown instead.
   */
  step<T>(options: StepOptions | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Like `step`, but without a time limit, for transfers of large files: only the caller's signal ends it. */
  long<T>(options: StepOptions | undefined, run: () => Promise<T>): Promise<T>
  /** Like `step` for a sequence: each item has the time limit of a step. */
  stream<T>(
    options: StepOptions | undefined,
    run: (signal: AbortSignal) => AsyncIterable<T>,
  ): AsyncIterable<T>
}

const stepSeconds = 60

const neverSignal = new AbortController().signal

export function createConnectorCall(context: CallContext): ConnectorCall {
  const explain = (error: unknown, limit: AbortSignal, signal: AbortSignal | undefined) => {
    if (signal?.aborted) return signal.reason
    return explainConnector(error, context, limit.aborted)
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
        throw explain(error, neverSignal, options?.signal)
      }
    },
    async *stream(options, run) {
      const stopController = new AbortController()
      const signal = options?.signal
      const combinedSignal = signal
        ? AbortSignal.any([signal, stopController.signal])
        : stopController.signal
      let limit = neverSignal
      const withTimeLimit = <R>(promise: Promise<R>) => {
        limit = AbortSignal.timeout(stepSeconds * 1000)
        return withinTime(promise, limit, signal)
      }
      try {
        yield* iterate(run(combinedSignal), withTimeLimit)
      } catch (error) {
        throw explain(error, limit, signal)
      } finally {
        stopController.abort()
      }
    },
  }
}

/** Yields items, each within the time limit. A consumer that stops does not wait for a silent service. */
async function* iterate<T>(
  bits: AsyncIterable<T>,
  withTimeLimit: <R>(promise: Promise<R>) => Promise<R>,
): AsyncGenerator<T> {
  const iterator = bits[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await withTimeLimit(iterator.next())
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

/** Settles when the signal aborts, even if the client library ignores the signal and goes on. */
function withinTime<T>(
  promise: Promise<T>,
  limit: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<T> {
  const abortSignal = signal ? AbortSignal.any([limit, signal]) : limit
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(abortSignal.reason)
    if (abortSignal.aborted) stop()
    abortSignal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => abortSignal.removeEventListener('abort', stop))
  })
}

const certificateErrorCodes: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_HAS_EXPIRED',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const dnsErrorCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'])

function explainConnector(error: unknown, context: CallContext, isTimeUp: boolean): ProviderError {
  const { name, hints = {}, translate } = context
  const secrets = [...context.secrets]
  const failure = isTimeUp ? undefined : (translate?.(error) ?? commonFailure(error))
  const providerError =
    failure === undefined
      ? explainFailure(error, { name, secrets, seconds: stepSeconds, isTimeUp })
      : new ProviderError({
          code: failure.code,
          message: `${name}: ${safeMessage(failure.message, secrets)}`,
          status: failure.status,
          retryAfterSeconds: failure.retryAfterSeconds,
        })
  const hint = error instanceof ProviderError ? undefined : hints[providerError.code]
  if (hint === undefined) return providerError
  const { code, message, status, retryAfterSeconds } = providerError
  return new ProviderError({ code, status, retryAfterSeconds, message: `${message} ${hint}` })
}

/** Explains failures that are common to all services. */
function commonFailure(error: unknown): ServiceFailure | undefined {
  if (error instanceof ServiceFailure) return error
  const code = codeIn(error)
  if (code === undefined) return undefined
  if (certificateErrorCodes.has(code)) {
    return new ServiceFailure('refused', `The server’s certificate is not trusted (${code}).`)
  }
  if (dnsErrorCodes.has(code)) {
    return new ServiceFailure('unreachable', `No server with this name was found (${code}).`)
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
