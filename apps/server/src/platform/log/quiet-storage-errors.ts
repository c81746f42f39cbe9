import type { LogFn, LoggerOptions } from 'pino'
import { describeFailure, getErrorCode } from '../describe-failure.ts'
import { isStorageUnavailable } from '../disk-full.ts'

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>
type Details = Readonly<Record<string, unknown>>

const intervalMilliseconds = 60_000

/** Messages can contain ids, so their number is not bounded by the code. */
const maxKinds = 200

/** What the file system and PostgreSQL say of a full disk, where only their text is left. */
const diskFullText = /\bENOSPC\b|\bEDQUOT\b|no space left on device|disk quota exceeded/i

type LoggedKind = { loggedAt: number; unloggedLines: number }

/**
 * On a full disk, or without the file store, every call and every job fails alike. Their stack
 * traces would fill the log, which may be on the same disk. Returns a hook that logs one line
 * without a stack for each kind of such an error in a minute, with the number of lines that it left
 * out since the last one.
 */
export function quietStorageErrors(now: () => number = () => performance.now()): LogMethod {
  const kinds = new Map<string, LoggedKind>()

  /** Returns the number of lines left out before this one; `undefined` if it is left out as well. */
  function countUnlogged(kind: string): number | undefined {
    const previous = kinds.get(kind)
    if (previous && now() - previous.loggedAt < intervalMilliseconds) {
      previous.unloggedLines += 1
      return undefined
    }
    if (!previous && kinds.size >= maxKinds) kinds.clear()
    kinds.set(kind, { loggedAt: now(), unloggedLines: 0 })
    return previous?.unloggedLines ?? 0
  }

  return function logQuietly(line, log) {
    const [details, message] = partsOf(line)
    if (!reportsStorageError(details, message)) return log.apply(this, line)
    const unloggedLines = countUnlogged(`${message} ${getErrorCode(details.err)}`)
    if (unloggedLines === undefined) return
    log.call(this, { ...withoutStack(details), unloggedLines }, message)
  }
}

/** Pino's methods take a message, or details and a message. */
function partsOf([first, second]: Parameters<LogFn>): [details: Details, message: string] {
  if (typeof first === 'string') return [{}, first]
  const details = first instanceof Error ? { err: first } : ((first ?? {}) as Details)
  return [details, String(second ?? '')]
}

const reportsStorageError = ({ err: error, reason }: Details, message: string): boolean =>
  isStorageUnavailable(error) ||
  (typeof reason === 'string' && diskFullText.test(reason)) ||
  diskFullText.test(message)

function withoutStack({ err: error, stack: _stack, ...details }: Details): Details {
  if (error === undefined) return details
  return { ...details, reason: describeFailure(error), code: getErrorCode(error) }
}
