import { badRequest } from '../../platform/app-error.ts'
import { BodyTooLargeError, fillTemplate } from './call-template.ts'
import type { HttpDestination } from './endpoint-settings.ts'
import { readList } from './read-list.ts'

type CallResult = { readonly output?: Readonly<Record<string, unknown>> }

type CallBodyInput = {
  readonly settings: HttpDestination
  readonly result: unknown
  readonly file: { readonly name: string; readonly path: string | null; readonly hash: string }
  readonly executionId: string
}

type CallBody = {
  /** Place of the item, from 1 on; 0 for a call about the whole file. */
  readonly itemNumber: number
  readonly body: string
  /** The body without what differs between two runs that find the same values. */
  readonly content: string
}

/** More items would hold up other files for too long, because calls are sent one after the other. */
const maxItems = 1000
/** Limits the bytes of all bodies of a file together, because receivers refuse larger ones. */
const maxBytes = 5 * 1024 * 1024

/** Builds the JSON of each call with a result: one, or one for each item of a list. Throws 400 when it cannot. */
export function buildCallBodies(input: CallBodyInput): readonly CallBody[] {
  const { settings, result } = input
  const output = (result as CallResult | null)?.output ?? {}
  const { itemsOf } = settings
  if (itemsOf === '') {
    const whole = { item: null, itemNumber: 0, whole: result }
    return [buildCall(input, whole, maxBytes)]
  }
  const list = Object.hasOwn(output, itemsOf) ? readList(output[itemsOf]) : undefined
  if (!list) throw badRequest(`The answer of “${itemsOf}” is not a list.`)
  if (list.items.length > maxItems) {
    throw badRequest(
      `“${itemsOf}” has ${list.items.length} items. Calls are sent for at most ${maxItems}.`,
    )
  }
  let remainingBytes = maxBytes
  return list.items.map((item, index) => {
    const call = buildCall(input, { item, itemNumber: index + 1, whole: item }, remainingBytes)
    remainingBytes -= Buffer.byteLength(call.body)
    return call
  })
}

type CallSubject = {
  readonly item: unknown
  readonly itemNumber: number
  /** The value that is sent without a template. */
  readonly whole: unknown
}

function buildCall(input: CallBodyInput, subject: CallSubject, remainingBytes: number): CallBody {
  const { output } = (input.result as CallResult | null) ?? {}
  const isWholeResult = subject.whole === input.result
  return {
    itemNumber: subject.itemNumber,
    body: buildBody(input, subject, remainingBytes),
    content: buildBody(
      { ...input, result: { output }, executionId: '' },
      isWholeResult ? { ...subject, whole: { output } } : subject,
      maxBytes,
    ),
  }
}

function buildBody(
  { settings, result, file, executionId }: CallBodyInput,
  { item, itemNumber, whole }: CallSubject,
  remainingBytes: number,
): string {
  const output = (result as CallResult | null)?.output ?? {}
  try {
    const body =
      settings.bodyTemplate.trim() === ''
        ? JSON.stringify(whole ?? null)
        : fillTemplate(
            settings.bodyTemplate,
            { output, item, item_number: itemNumber, file, execution_id: executionId, result },
            remainingBytes,
          )
    if (Buffer.byteLength(body) > remainingBytes) throw new BodyTooLargeError()
    return body
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error
    throw badRequest(`The calls of a file may have ${maxBytes / 1024 / 1024} MB together.`)
  }
}
