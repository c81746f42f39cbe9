import type { AccessCode } from '@recto/contract/access'
import { AppError } from '../../../platform/app-error.ts'

/** 403 with a code that the page of refusals knows. */
export const accessRefused = (
  code: AccessCode | 'sign_in',
  detail: string,
  attr: string | null = null,
) => new AppError('forbidden', [{ code, detail, attr }])

/** Closed links say no more than that: who guesses learns nothing. */
export const linkIsClosed = () =>
  accessRefused('INF', 'This link was used already, was withdrawn, or is too old.')

export const tooMany = (seconds: number) =>
  new AppError(
    'over-limit',
    [{ code: 'throttled', detail: `Try again in ${seconds} seconds.`, attr: null }],
    { retryAfterSeconds: seconds },
  )
