import type { Log } from './log.ts'

export type SecurityEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'sign-in-slowed-down'
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

type Details = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Writes down what whoever watches over the installation looks for, under the name `security`. Always a
 * warning, so that the usual level keeps it. Nothing that was typed belongs in it.
 */
export function tellSecurity(log: Pick<Log, 'warn'>, event: SecurityEvent, details: Details): void {
  log.warn({ security: event, ...details }, `security: ${event}`)
}
