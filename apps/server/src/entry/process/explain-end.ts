import { AppError, StartupError } from '../../platform/app-error.ts'
import { ConfigError } from '../../platform/config/config.ts'
import { isConnectionLost } from '../../platform/db/outage.ts'
import { describeFailure, getErrorCode } from '../../platform/describe-failure.ts'
import { exitCodes } from '../../platform/exit-codes.ts'
import { NewerDatabaseError } from '../../platform/migrate.ts'

export type EndExplanation = {
  readonly exitCode: number
  /** This sentence tells a person what to do. */
  readonly reason: string
  /** This shows where an error in Recto happened. */
  readonly stack?: string
}

/** System errors and SQLSTATE codes of a machine or a database that is short of something for a while. */
const shortageCodes =
  /^(E(AGAIN|BUSY|DQUOT|MFILE|NFILE|NOMEM|NOSPC)|ERR_WORKER_(INIT_FAILED|OUT_OF_MEMORY)|53[0-9A-Z]{3}|55P03)$/

/** Says why an error ends the process, and whether starting it again may help. */
export function explainError(error: unknown): EndExplanation {
  if (error instanceof StartupError) {
    const { message: reason, isTemporary } = error
    return {
      exitCode: isTemporary ? exitCodes.temporaryFailure : exitCodes.wrongSettings,
      reason,
    }
  }
  if (error instanceof ConfigError || error instanceof NewerDatabaseError) {
    return { exitCode: exitCodes.wrongSettings, reason: error.message }
  }
  if (error instanceof AppError) {
    return { exitCode: exitCodes.internalError, reason: error.message }
  }
  const connectionError = findConnectionError(error)
  if (connectionError !== undefined) {
    return {
      exitCode: exitCodes.temporaryFailure,
      reason: `The database cannot be used: ${describeFailure(connectionError)}`,
    }
  }
  return explainUnexpectedError(error)
}

export const findConnectionError = (error: unknown) => find(error, isConnectionLost)

function explainUnexpectedError(error: unknown): EndExplanation {
  const shortage = find(error, (candidate) => shortageCodes.test(getErrorCode(candidate) ?? ''))
  return {
    exitCode: shortage === undefined ? exitCodes.internalError : exitCodes.temporaryFailure,
    reason: describeWithCauses(error),
    stack: describeStack(error),
  }
}

const maxDepth = 10

/** Finds an error or the first of its causes that fits. */
function find(
  error: unknown,
  doesFit: (candidate: unknown) => boolean,
  depth = 0,
): unknown | undefined {
  if (error === undefined || depth > maxDepth) return undefined
  if (doesFit(error)) return error
  return error instanceof Error ? find(error.cause, doesFit, depth + 1) : undefined
}

function describeWithCauses(error: unknown, depth = 0): string {
  const message = describeFailure(error) || 'an error without a message'
  if (!(error instanceof Error) || error.cause === undefined || depth > maxDepth) return message
  return `${message} Because: ${describeWithCauses(error.cause, depth + 1)}`
}

function describeStack(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error)
  const { stack, message, cause } = error
  if (cause === undefined || depth > maxDepth) return stack ?? message
  return `${stack ?? message}\nBecause: ${describeStack(cause, depth + 1)}`
}

const maxCharacters = 2000

/** Puts a reason of several lines into one, which is the last that the process prints. */
export function toOneLine(reason: string): string {
  const line = reason
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)} …` : line
}
