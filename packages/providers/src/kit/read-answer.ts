import { ProviderError } from '@recto/provider-spec/provider-error'
import type { z } from 'zod'

/** The status of an answer with what was said, in the shape that `explainFailure` reads. */
class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer'
  readonly statusCode: number
  readonly responseHeaders: Readonly<Record<string, string>>

  constructor(response: Response, message: string) {
    super(message)
    this.statusCode = response.status
    this.responseHeaders = Object.fromEntries(response.headers)
  }
}

type Expected<T> = {
  /** The service's name, for people. */
  readonly name: string
  readonly shape: z.ZodType<T>
  /** Key of the error message in a refusal. */
  readonly errorKey: 'error' | 'message' | 'detail' | 'status' | 'error_description'
}

/** The JSON of an answer. Throws what `explainFailure` understands, with the service's own words. */
export async function readJsonAnswer<T>(response: Response, expected: Expected<T>): Promise<T> {
  const { name, shape, errorKey } = expected
  const text = await response.text()
  const json = parseJson(text)
  if (!response.ok)
    throw new RefusedAnswer(response, textIn(json, errorKey) ?? whyRefused(response, text))

  const read = shape.safeParse(json)
  if (read.success && !isWebPage(text)) return read.data
  const kind = isWebPage(text) ? ': a web page. Check the address.' : '.'
  const message = `${name} gave an answer that cannot be understood${kind}`
  throw new ProviderError({ code: 'reply-unreadable', message, status: response.status })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is as good as nothing: whoever reads the shape says so.
    return undefined
  }
}

function textIn(json: unknown, key: string): string | undefined {
  const said = (json as Readonly<Record<string, unknown>> | null | undefined)?.[key]
  if (typeof said === 'string') return said || undefined
  // Some say it one step further in.
  if (Array.isArray(said)) return textIn({ message: said[0] }, 'message')
  return isObject(said) ? (textIn(said, 'message') ?? textIn(said, 'error')) : undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Without words of the service, most often another server stands at the address: its body is not shown. */
const whyRefused = ({ statusText }: Response, text: string) =>
  isWebPage(text) ? 'a web page. Check the address.' : statusText

const isWebPage = (text: string) => /^\s*<(!doctype|html)/i.test(text)
