import type { Endpoint } from '@recto/contract/wire/endpoint'
import { z } from 'zod'
import { AppError, type AppErrorKind, type Fault } from '../app-error.ts'
import { isMissingRowUpdate, violatesReference } from '../db/database-errors.ts'
import { isConnectionLost, isReadOnly } from '../db/outage.ts'
import { isDiskFull } from '../disk-full.ts'
import type { ErrorCode } from '../error-codes.ts'
import { isFileStoreUnavailable } from '../files/file-store-unavailable.ts'
import { findBestIssue } from './issue-sentences.ts'

export type ErrorBody = { readonly type: string; readonly errors: readonly Fault[] }
export type ErrorReply = {
  readonly status: number
  readonly body: ErrorBody
  readonly retryAfterSeconds?: number | undefined
  readonly quotaResetsAt?: Date | undefined
}

const statusByKind: Record<AppErrorKind, number> = {
  invalid: 400,
  'bad-request': 400,
  unauthenticated: 401,
  'payment-required': 402,
  'subscription-ended': 402,
  forbidden: 403,
  'not-found': 404,
  'not-acceptable': 406,
  'timed-out': 408,
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  unprocessable: 422,
  'over-limit': 429,
  'not-available': 501,
  'bad-gateway': 502,
  'gateway-timeout': 504,
  unavailable: 503,
  'legacy-refusal': 500,
  failed: 500,
}

function getErrorType(status: number, kind?: AppErrorKind): string {
  if (kind === 'invalid') return 'validation_error'
  // The web pages offer a subscription on this error.
  if (kind === 'subscription-ended') return 'subscription_error'
  return status >= 500 ? 'server_error' : 'client_error'
}

/** The object was deleted between the check and the update. */
const deletedReply: ErrorReply = {
  status: 404,
  body: {
    type: 'client_error',
    errors: [{ code: 'not_found', detail: 'This has since been deleted.', attr: null }],
  },
}

export const changedMeanwhileReply: ErrorReply = {
  status: 409,
  body: {
    type: 'client_error',
    errors: [
      {
        code: 'error',
        detail: 'Related data was added or deleted in the meantime. Reload and try again.',
        attr: null,
      },
    ],
  },
}

/** Seconds after which a client should retry. */
export const outageRetryAfterSeconds = 2

/** The request itself is fine and may succeed on retry. */
const createOutageReply = (reason: string): ErrorReply => ({
  status: 503,
  body: {
    type: 'server_error',
    errors: [{ code: 'error', detail: `${reason} Try again in a moment.`, attr: null }],
  },
  retryAfterSeconds: outageRetryAfterSeconds,
})

const readOnlyReply = createOutageReply('The database is currently read-only.')

const fileStoreOutageReply = createOutageReply('The file store is not available.')

const databaseOutageReply = createOutageReply('The database is not available.')

/** Nothing of the request was stored; it may be retried when there is room. */
export const diskFullReply: ErrorReply = {
  status: 507,
  body: {
    type: 'server_error',
    errors: [
      {
        code: 'disk_full',
        detail: 'The server’s disk is full. Nothing was saved. Try again when there is free space.',
        attr: null,
      },
    ],
  },
  retryAfterSeconds: 30,
}

/**
 * Converts an error to a status and a body, the only place to do so; `undefined` means that the
 * error is a bug.
 */
export function presentError(error: unknown): ErrorReply | undefined {
  if (error instanceof AppError) {
    const status = statusByKind[error.kind]
    return {
      status,
      body: { type: getErrorType(status, error.kind), errors: error.faults },
      retryAfterSeconds: error.retryAfterSeconds,
      quotaResetsAt: error.quotaResetsAt,
    }
  }
  if (error instanceof z.ZodError) {
    return {
      status: 400,
      body: { type: 'validation_error', errors: error.issues.map(toFault) },
    }
  }
  if (isMissingRowUpdate(error)) return deletedReply
  if (violatesReference(error)) return changedMeanwhileReply
  if (isReadOnly(error)) return readOnlyReply
  if (isFileStoreUnavailable(error)) return fileStoreOutageReply
  if (isConnectionLost(error)) return databaseOutageReply
  return isDiskFull(error) ? diskFullReply : presentFrameworkError(error)
}

/** The reply to a request that an error of ours has ended. */
export const presentUnexpected = (requestId: string): ErrorReply => ({
  status: 500,
  body: {
    type: 'server_error',
    errors: [{ code: 'error', detail: `Something went wrong (${requestId}).`, attr: null }],
  },
})

/** Joins all faults into one text, each preceded by the name of its field. */
export function toErrorMessage({ errors }: ErrorBody): string {
  return errors
    .map(({ attr, detail }) =>
      attr === null || attr === 'non_field_errors' ? detail : `${attr}: ${detail}`,
    )
    .join(' ')
}

/**
 * Formats an error body as the endpoint's clients expect it. Missing permission always has the
 * standard format, whatever format the endpoint has for invalid bodies.
 */
export function formatErrorBody(
  endpoint: Endpoint | undefined,
  errorReply: { readonly status: number; readonly body: ErrorBody },
): unknown {
  const { status, body } = errorReply
  const reason = toErrorMessage(body)
  const hasOwnFormat = endpoint?.who === 'key' || status === 400
  switch (endpoint?.refusals) {
    case 'text':
      // The client prints this JSON string.
      return JSON.stringify(reason)
    case 'detail':
      return hasOwnFormat ? { detail: reason } : body
    case 'error':
      return { ...body, error: reason }
    case 'message.error':
      return { ...body, message: { error: reason } }
    case 'message':
      // Clients of this format read the text there, and the pages offer a subscription by the type.
      if (status === 402 && endpoint.who !== 'key') return { ...body, message: reason }
      return hasOwnFormat ? { message: reason } : body
    default:
      return body
  }
}

const frameworkCodes: Record<number, ErrorCode> = {
  400: 'parse_error',
  404: 'not_found',
  405: 'method_not_allowed',
  415: 'unsupported_media_type',
  429: 'throttled',
}

/** Fastify's own errors carry a status below 500 and a text fit for users. */
function presentFrameworkError(error: unknown): ErrorReply | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const status = Number(error.statusCode)
  if (!(status >= 400 && status < 500)) return undefined
  const code = frameworkCodes[status] ?? 'error'
  return {
    status,
    body: { type: getErrorType(status), errors: [{ code, detail: error.message, attr: null }] },
  }
}

type Issue = z.core.$ZodIssue

function toFault(rawIssue: Issue): Fault {
  const singleIssue = flattenUnionIssue(rawIssue)
  const { code, detail } = describeIssue(singleIssue)
  const attr = singleIssue.path.length > 0 ? singleIssue.path.join('.') : 'non_field_errors'
  return { code, detail, attr }
}

/**
 * Reports a failed union as if it were a single type: by the branch that explains most, at the
 * field it concerns.
 */
function flattenUnionIssue(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const branchIssue = findBestIssue(issue.errors)
  if (branchIssue)
    return flattenUnionIssue({ ...branchIssue, path: [...issue.path, ...branchIssue.path] })
  // No branch was tried, because the discriminator has no valid value.
  const name = issue.path.at(-1)
  const input = (issue.input as Readonly<Record<PropertyKey, unknown>> | undefined)?.[name ?? '']
  return { ...issue, code: 'invalid_value', values: [], input }
}

function describeIssue(issue: Issue): Pick<Fault, 'code' | 'detail'> {
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return { code: 'required', detail: 'This field is required.' }
  }
  if (issue.code === 'invalid_type' && issue.input === null) {
    return { code: 'null', detail: 'This field may not be null.' }
  }
  if (issue.code === 'invalid_type' && issue.expected === 'array') {
    return { code: 'not_a_list', detail: issue.message }
  }
  if (issue.code === 'invalid_value') return describeChoice(issue)
  if (issue.code === 'too_small' || issue.code === 'too_big') return describeSize(issue)
  return { code: 'invalid', detail: issue.message }
}

const maxShownCharacters = 100

/** Zod reports a missing choice as an invalid one. */
function describeChoice({ input }: Issue): Pick<Fault, 'code' | 'detail'> {
  if (input === undefined) return { code: 'required', detail: 'This field is required.' }
  if (input === null) return { code: 'null', detail: 'This field may not be null.' }
  const json = JSON.stringify(input)
  const excerpt = json.length > maxShownCharacters ? `${json.slice(0, maxShownCharacters)}…` : json
  return { code: 'invalid_choice', detail: `${excerpt} is not a valid choice.` }
}

function describeSize(
  issue: Issue & { code: 'too_small' | 'too_big' },
): Pick<Fault, 'code' | 'detail'> {
  const isText = issue.origin === 'string'
  if (issue.code === 'too_small') {
    if (isText && issue.minimum === 1) {
      return { code: 'blank', detail: 'This field may not be blank.' }
    }
    return { code: isText ? 'min_length' : 'min_value', detail: issue.message }
  }
  return { code: isText ? 'max_length' : 'max_value', detail: issue.message }
}
