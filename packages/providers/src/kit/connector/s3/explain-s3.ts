import type { ProviderErrorCode } from '@recto/provider-spec/provider-error'
import { ServiceFailure } from '../service-failure.ts'

type SdkError = Error & { readonly $metadata?: { readonly httpStatusCode?: number } }

export const statusOf = (error: unknown) =>
  (error as SdkError | undefined)?.$metadata?.httpStatusCode

export const isMissingAtS3 = (error: unknown): boolean =>
  statusOf(error) === 404 || (error instanceof ServiceFailure && error.code === 'not-found')

const wrongRegion: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'IllegalLocationConstraintException',
  '301',
  'InvalidRegionName',
])

const codes: Readonly<Record<number, ProviderErrorCode>> = {
  401: 'unauthorised',
  403: 'unauthorised',
  404: 'not-found',
  429: 'rate-limited',
}

/** Explains an error with the message and error code of the service. */
export function explainS3(error: unknown): ServiceFailure | undefined {
  const status = statusOf(error)
  if (status === undefined || error instanceof ServiceFailure) return undefined
  const { name, message } = error as Error
  const words = message === '' || message === 'UnknownError' ? name : `${name}: ${message}`
  const explanation = `The server returned ${status}: ${words}`
  if (wrongRegion.has(name) || status === 301) {
    return new ServiceFailure('refused', `${explanation} Check “Region Name”.`, { status })
  }
  const code = name === 'SlowDown' ? 'rate-limited' : (codes[status] ?? codeOf(status))
  return new ServiceFailure(code, explanation, { status })
}

function codeOf(status: number): ProviderErrorCode {
  if (status >= 500) return 'unavailable'
  return status >= 400 ? 'refused' : 'reply-unreadable'
}
