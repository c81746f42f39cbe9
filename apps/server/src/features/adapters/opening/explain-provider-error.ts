import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError, type AppErrorKind } from '../../../platform/app-error.ts'

/**
 * Converts a provider's failure for the caller. Never to 401: clients take that for the end of
 * their own session.
 */
export function explainProviderError(error: unknown, adapterName: string): unknown {
  if (!(error instanceof ProviderError)) return error
  const detail = `${adapterName}: ${error.message}`
  return new AppError(kindFor(error), [{ code: 'error', detail, attr: null }], {
    cause: error,
    retryAfterSeconds: error.retryAfterSeconds,
  })
}

function kindFor({ code, status = 500 }: ProviderError): AppErrorKind {
  if (code === 'rate-limited') return 'over-limit'
  if (code === 'settings-invalid' || code === 'unauthorised') return 'bad-request'
  return status >= 400 && status < 500 ? 'bad-request' : 'failed'
}
