import { AppError } from './app-error.ts'

/**
 * For `catch` between a use case and the API: replaces the field names in the use case's errors by
 * those of the request. Other errors pass unchanged.
 */
export function rethrowWithWireFields(wireNames: Readonly<Record<string, string>>) {
  return (error: unknown): never => {
    if (!(error instanceof AppError)) throw error
    const faults = error.faults.map((fault) => ({
      ...fault,
      attr: fault.attr && (wireNames[fault.attr] ?? fault.attr),
    }))
    const { kind, retryAfterSeconds } = error
    throw new AppError(kind, faults, { cause: error, retryAfterSeconds })
  }
}
