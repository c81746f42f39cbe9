import type { AccessCode } from '@recto/contract/organizations/access'
import { AppError } from '../../../platform/app-error.ts'

/** Returns a 403 with a code that the error page knows. */
export const accessRefused = (
  code: AccessCode | 'sign_in' | 'second_factor',
  detail: string,
  attr: string | null = null,
) => new AppError('forbidden', [{ code, detail, attr }])

/** All invalid links get the same refusal, so that guessing tokens reveals nothing. */
export const linkIsClosed = () =>
  accessRefused('INF', 'This link has already been used, has been revoked, or has expired.')

export const tooMany = (seconds: number) =>
  new AppError(
    'over-limit',
    [{ code: 'throttled', detail: `Try again in ${seconds} seconds.`, attr: null }],
    { retryAfterSeconds: seconds },
  )
