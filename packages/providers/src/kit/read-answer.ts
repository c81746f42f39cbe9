import { parseExactJson } from '@recto/exact-json/parse-json'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { z } from 'zod'
import {
  errorInside,
  isWebPage,
  messageIn,
  RefusedAnswer,
  reasonsIn,
  statusOfError,
} from './refused-answer.ts'

type Expected<T> = {
  /** The service's name, for people. */
  readonly name: string
  readonly shape: z.ZodType<T>
  /** Key of the error message in a refusal. */
  readonly errorKey: 'error' | 'message' | 'detail' | 'status' | 'error_description'
  /** Numbers that would be rounded are `ExactNumber`s, for answers with values of documents. */
  readonly keepsDigits?: boolean
}

/** Returns the JSON of an answer. Throws errors that `explainFailure` understands, with the service's message. */
export async function readJsonAnswer<T>(response: Response, expected: Expected<T>): Promise<T> {
  const { name, shape, errorKey } = expected
  const text = await response.text()
  const json = parseText(text, expected)
  if (!response.ok) {
    const message = textIn(json, errorKey) ?? refusalReason(response, text)
    throw new RefusedAnswer(response, { message, reasons: `${message} ${reasonsIn(json)}` })
  }

  const read = shape.safeParse(json)
  if (read.success && !isWebPage(text)) return read.data
  const error = errorKey === 'error' ? errorInside(json) : undefined
  if (error !== undefined) {
    const refusal = { status: statusOfError(error), headers: response.headers }
    throw new RefusedAnswer(refusal, { message: messageIn(error) ?? '' })
  }
  const message = isWebPage(text)
    ? `${name} returned a web page instead of data. Check the address.`
    : `${name} returned a response that could not be read.`
  throw new ProviderError({ code: 'reply-unreadable', message, status: response.status })
}

function parseText(text: string, { keepsDigits }: Pick<Expected<unknown>, 'keepsDigits'>): unknown {
  try {
    return keepsDigits ? parseExactJson(text) : JSON.parse(text)
  } catch {
    // The caller reports text that is no JSON when it checks the shape.
    return undefined
  }
}

function textIn(json: unknown, key: string): string | undefined {
  const detail = (json as Readonly<Record<string, unknown>> | null | undefined)?.[key]
  if (typeof detail === 'string') return detail || undefined
  // Some services nest the message one level deeper.
  if (Array.isArray(detail)) return textIn({ message: detail[0] }, 'message')
  return isObject(detail) ? (textIn(detail, 'message') ?? textIn(detail, 'error')) : undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Without a message of the service, the body is not quoted: most often it comes from another server. */
const refusalReason = ({ statusText }: Response, text: string) =>
  isWebPage(text) ? 'the response is a web page. Check the address.' : statusText
