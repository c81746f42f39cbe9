import type { ProviderErrorCode } from '@recto/provider-spec/provider-error'

type Details = {
  readonly status?: number | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** What a service did, in words that may still hold a secret: `ConnectorCall` takes it out and makes a `ProviderError`. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure'
  readonly code: ProviderErrorCode
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProviderErrorCode, message: string, details: Details = {}) {
    super(message)
    this.code = code
    this.status = details.status
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/**
 * Explains an error of a client library; `undefined` for errors that are common to all services.
 */
export type Translate = (error: unknown) => ServiceFailure | undefined

export const longValues = () =>
  new ServiceFailure('refused', 'The rows have values that are too long. Select fewer columns.')
