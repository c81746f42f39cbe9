import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError, type AppErrorKind } from '../../../platform/app-error.ts'

/**
 * Converts a connector's failure for the caller. Never to 401: clients take that for the end of
 * their own session. A failure while browsing is 500 unless the request is at fault; a failed
 * connection test is 400.
 */
export function explainConnectorError(
  error: unknown,
  { name, isTest = false }: { readonly name: string; readonly isTest?: boolean },
): unknown {
  if (!(error instanceof ProviderError)) return error
  const { message } = error
  const detail = message.startsWith(name) ? message : `${name}: ${message}`
  return new AppError(kindFor(error, isTest), [{ code: 'error', detail, attr: null }], {
    cause: error,
    retryAfterSeconds: error.retryAfterSeconds,
  })
}

function kindFor({ code }: ProviderError, isTest: boolean): AppErrorKind {
  if (code === 'rate-limited') return 'over-limit'
  if (isTest || code === 'settings-invalid' || code === 'unauthorised' || code === 'refused') {
    return 'bad-request'
  }
  return code === 'not-found' ? 'not-found' : 'failed'
}
