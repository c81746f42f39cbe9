import type { Endpoint } from '@recto/contract/endpoint'
import { z } from 'zod'
import { AppError, type AppErrorKind, type Fault } from '../app-error.ts'
import { isConnectionLost, isReadOnly } from '../db/outage.ts'
import { breaksReference, changesNothing } from '../db/refusals.ts'
import { isDiskFull } from '../disk-full.ts'
import { isFileStoreAway } from '../files/file-store-away.ts'
import { tellingIssue } from './say-issue.ts'

export type ErrorBody = { readonly type: string; readonly errors: readonly Fault[] }
export type ErrorReply = {
  readonly status: number
  readonly body: ErrorBody
  readonly retryAfterSeconds?: number | undefined
  readonly quotaResetsAt?: Date | undefined
}

const statusOf: Record<AppErrorKind, number> = {
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

function typeOf(status: number, kind?: AppErrorKind): string {
  if (kind === 'invalid') return 'validation_error'
  // Pages lead whoever reads it to where one subscribes.
  if (kind === 'subscription-ended') return 'subscription_error'
  return status >= 500 ? 'server_error' : 'client_error'
}

/** The only place where an error becomes a status and a body; `undefined` means a bug was met. */
export function presentError(error: unknown): ErrorReply | undefined {
  if (error instanceof AppError) {
    const status = statusOf[error.kind]
    return {
      status,
      body: { type: typeOf(status, error.kind), errors: error.faults },
      retryAfterSeconds: error.retryAfterSeconds,
      quotaResetsAt: error.quotaResetsAt,
    }
  }
  if (error instanceof z.ZodError) {
    return {
      status: 400,
      body: { type: 'validation_error', errors: error.issues.map(presentIssue) },
    }
  }
  if (changesNothing(error)) return gone
  if (breaksReference(error)) return overtaken
  if (isReadOnly(error)) return standby
  if (isFileStoreAway(error)) return withoutFiles
  if (isConnectionLost(error)) return away
  return isDiskFull(error) ? diskFull : presentFrameworkError(error)
}

/** In how many seconds to ask again. */
export const retryWhileAwaySeconds = 2

/** The request is not at fault, and may well be granted the next time. */
const awayBecause = (reason: string): ErrorReply => ({
  status: 503,
  body: {
    type: 'server_error',
    errors: [{ code: 'error', detail: `${reason} Try again in a moment.`, attr: null }],
  },
  retryAfterSeconds: retryWhileAwaySeconds,
})

/** Somebody else was faster, between the look at what is asked for and the act. */
const gone: ErrorReply = {
  status: 404,
  body: {
    type: 'client_error',
    errors: [{ code: 'not_found', detail: 'It was deleted meanwhile.', attr: null }],
  },
}

export const overtaken: ErrorReply = {
  status: 409,
  body: {
    type: 'client_error',
    errors: [
      {
        code: 'error',
        detail: 'Something that belongs to this was added or deleted meanwhile. Load it again.',
        attr: null,
      },
    ],
  },
}

const away = awayBecause('The database is away.')
const withoutFiles = awayBecause('The file store is away.')
const standby = awayBecause('The database is read-only for now.')

/** Nothing of the request was kept; the same one may be sent again when there is room. */
export const diskFull: ErrorReply = {
  status: 507,
  body: {
    type: 'server_error',
    errors: [
      {
        code: 'disk_full',
        detail:
          'The disk of the server is full. Nothing was stored; send it again when there is room.',
        attr: null,
      },
    ],
  },
  retryAfterSeconds: 30,
}

/** All of a refusal in one text, each fault led by the name of its field. */
export function messageOf({ errors }: ErrorBody): string {
  return errors
    .map(({ attr, detail }) =>
      attr === null || attr === 'non_field_errors' ? detail : `${attr}: ${detail}`,
    )
    .join(' ')
}

/** Whoever may not ask is told so in the one form, whatever form the call has for what is wrong with its body. */
export function inFormOf(
  endpoint: Endpoint | undefined,
  refusal: { readonly status: number; readonly body: ErrorBody },
): unknown {
  const { status, body } = refusal
  // As JSON: a client prints what it reads.
  if (endpoint?.refusals === 'text') return JSON.stringify(messageOf(body))
  if (endpoint?.refusals === 'detail') return { detail: messageOf(body) }
  const isOwnForm = endpoint?.refusals === 'message' && (endpoint.who === 'key' || status === 400)
  return isOwnForm ? { message: messageOf(body) } : body
}

const frameworkCodes: Record<number, string> = {
  400: 'parse_error',
  404: 'not_found',
  405: 'method_not_allowed',
  415: 'unsupported_media_type',
  429: 'throttled',
}

/** Fastify's own refusals carry a status below 500 and a text that is fit to be shown. */
function presentFrameworkError(error: unknown): ErrorReply | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const status = Number(error.statusCode)
  if (!(status >= 400 && status < 500)) return undefined
  const code = frameworkCodes[status] ?? 'error'
  return {
    status,
    body: { type: typeOf(status), errors: [{ code, detail: error.message, attr: null }] },
  }
}

type Issue = z.core.$ZodIssue

function presentIssue(given: Issue): Fault {
  const issue = asOneIssue(given)
  const { code, detail } = describe(issue)
  const attr = issue.path.length > 0 ? issue.path.join('.') : 'non_field_errors'
  return { code, detail, attr }
}

/** What can be this or that is told like a field of one kind: by the branch that says most, at the field it speaks of. */
function asOneIssue(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const said = tellingIssue(issue.errors)
  if (said) return asOneIssue({ ...said, path: [...issue.path, ...said.path] })
  // No branch was looked into, because the field that names one names none.
  const name = issue.path.at(-1)
  const input = (issue.input as Readonly<Record<PropertyKey, unknown>> | undefined)?.[name ?? '']
  return { ...issue, code: 'invalid_value', values: [], input }
}

function describe(issue: Issue): { code: string; detail: string } {
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

const maxShown = 100

/** Zod reports a choice that was not made as one that is none. */
function describeChoice({ input }: Issue) {
  if (input === undefined) return { code: 'required', detail: 'This field is required.' }
  if (input === null) return { code: 'null', detail: 'This field may not be null.' }
  const given = JSON.stringify(input)
  const shown = given.length > maxShown ? `${given.slice(0, maxShown)}…` : given
  return { code: 'invalid_choice', detail: `${shown} is not a valid choice.` }
}

function describeSize(issue: Issue & { code: 'too_small' | 'too_big' }) {
  const isText = issue.origin === 'string'
  if (issue.code === 'too_small') {
    if (isText && issue.minimum === 1) {
      return { code: 'blank', detail: 'This field may not be blank.' }
    }
    return { code: isText ? 'min_length' : 'min_value', detail: issue.message }
  }
  return { code: isText ? 'max_length' : 'max_value', detail: issue.message }
}
