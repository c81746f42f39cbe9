import type { Log } from './log.ts'

export type SecurityEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'sign-in-slowed-down'
  | 'second-factor-needed'
  | 'second-factor-changed'
  | 'signed-out'
  | 'password-changed'
  | 'password-link-asked'
  | 'signed-up'
  | 'organization-made'
  | 'invited'
  | 'invitation-accepted'
  | 'invitation-withdrawn'
  | 'outside-sign-in-failed'
  | 'wrong-key'
  | 'refused'
  | 'key-shown'
  | 'organization-deleted'
  | 'account-deleted'

type EventDetails = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Logs an event for security monitoring under the field `security`. Always a warning, so that the
 * default log level includes it. Details must not contain anything a user typed.
 */
export function logSecurityEvent(
  log: Pick<Log, 'warn'>,
  event: SecurityEvent,
  details: EventDetails,
): void {
  log.warn({ security: event, ...details }, `security: ${event}`)
}
