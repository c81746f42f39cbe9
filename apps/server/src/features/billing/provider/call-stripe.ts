import { AppError } from '../../../platform/app-error.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'

/**
 * Calls Stripe and leaves its error messages out of the error: they concern those who run the
 * installation, not the caller.
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw badGateway(describeStripeError(error))
  }
}

export function describeStripeError(error: unknown): string {
  const { statusCode, code, type } = error as Record<string, unknown>
  return statusCode ? `${statusCode} ${code ?? type ?? ''}`.trim() : describeFailure(error)
}

export const badGateway = (reason: string) =>
  new AppError('bad-gateway', [
    {
      code: 'error',
      detail: `The request to the payment provider failed: ${reason}`,
      attr: null,
    },
  ])

/** Whether Stripe refused the request, and so did nothing. */
export function isRefusedByStripe(error: unknown): boolean {
  const { statusCode } = error as { readonly statusCode?: number }
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 408
}
