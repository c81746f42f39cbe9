import { AppError } from './app-error.ts'

/**
 * For `catch` where a use case meets the wire: a refusal of the use case names its own field, and
 * leaves naming the field that the caller sent. Others pass as they are.
 */
export function toWireFields(wireNames: Readonly<Record<string, string>>) {
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
