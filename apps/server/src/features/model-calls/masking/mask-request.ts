import type { MaskedValue } from '@recto/extraction/mask-texts'
import { unmaskText } from '@recto/extraction/unmask-text'
import { omitUndefined } from '@recto/omit-undefined'
import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { badRequest } from '../../../platform/app-error.ts'
import type { OpenedLlm } from '../../adapters/adapters.port.ts'
import type { RunMasking } from './open-masking.ts'

export type MaskedRequest = {
  readonly request: LlmRequest
  /** Restores the original values in the reply. */
  readonly unmask: (reply: LlmReply) => LlmReply
}

type MaskingContext = {
  readonly masking: RunMasking | undefined
  readonly isReplay?: boolean | undefined
}

type RequestToMask = {
  readonly adapter: Pick<OpenedLlm, 'isExternal'>
  readonly request: LlmRequest
  /** Whether the reply is text for people rather than a value. */
  readonly isProse?: boolean | undefined
}

/** Sent when there are placeholders: a model that knows what they are copies them. */
const placeholderNote =
  'Parts in brackets such as [IBAN-…] stand for values of the document. Where one belongs into your answer, copy it with its brackets and letter by letter; never make one up.'

/**
 * Replaces what the run masks by placeholders in requests to external adapters. A replayed call is
 * masked as the original was. Throws 400 while a value to be masked is not yet known.
 */
export async function maskRequest(
  { masking, isReplay }: MaskingContext,
  { adapter, request, isProse = false }: RequestToMask,
): Promise<MaskedRequest> {
  if (!masking || !(adapter.isExternal || isReplay)) return { request, unmask: (reply) => reply }
  assertNoImages(request)
  const { system, schema, onText, prompt, sharedLength = 0 } = request
  // The beginning is masked apart, because its length changes.
  const parts = [
    prompt.slice(0, sharedLength),
    prompt.slice(sharedLength),
    system ?? '',
    ...(schema ? collectStrings(schema.json) : []),
  ]
  const { texts, masked: replacements } = await masking.mask(parts)
  const unmask = (reply: LlmReply) => unmaskReply(reply, { replacements, isProse })
  const [sharedPart = '', ownPart = '', maskedSystem = '', ...schemaStrings] = texts
  if (replacements.length === 0) return { request, unmask }
  const unmaskPartial = (partialText: string) =>
    unmaskText(partialText, replacements, { isCut: true, isProse: true })
  return {
    request: {
      ...request,
      prompt: sharedPart + ownPart,
      system: [maskedSystem, placeholderNote].filter(Boolean).join('\n\n'),
      ...omitUndefined({
        sharedLength: sharedPart.length > 0 ? sharedPart.length : undefined,
        schema: schema && {
          ...schema,
          json: allowStringValues(replaceStrings(schema.json, schemaStrings)) as Schema,
        },
        onText: onText && ((partialText: string) => onText(unmaskPartial(partialText))),
      }),
    },
    unmask,
  }
}

/** Nothing is painted over in images, so none may leave while anything is masked. */
export const maskedImagesError = () =>
  badRequest(
    'This project masks values, and values in images of pages cannot be masked. Let the model see text alone, or turn masking off.',
  )

function assertNoImages({ images = [] }: LlmRequest): void {
  if (images.length > 0) throw maskedImagesError()
}

type UnmaskOptions = { readonly replacements: readonly MaskedValue[]; readonly isProse: boolean }

const unmaskReply = (reply: LlmReply, { replacements, isProse }: UnmaskOptions): LlmReply => ({
  ...reply,
  text: unmaskText(reply.text, replacements, { isCut: reply.stoppedBy === 'length', isProse }),
  ...omitUndefined({
    reasoningText:
      reply.reasoningText &&
      unmaskText(reply.reasoningText, replacements, { isCut: true, isProse: true }),
  }),
})

type Schema = Record<string, unknown>

/** Collects keys and strings in the order in which `replaceStrings` replaces them. */
function collectStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(collectStrings)
  return Object.entries(value).flatMap(([key, part]) => [key, ...collectStrings(part)])
}

function replaceStrings(schema: Schema, strings: readonly string[]): Schema {
  let next = 0
  const take = () => {
    next += 1
    return strings[next - 1] ?? ''
  }
  const put = (value: unknown): unknown => {
    if (typeof value === 'string') return keepSchemaKeyword(value, take())
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(put)
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [keepSchemaKeyword(key, take()), put(part)]),
    )
  }
  return put(schema) as Schema
}

/** JSON Schema keywords are never replaced. */
const schemaKeyword =
  /^(?:type|properties|required|items|additionalProperties|object|array|string|number|integer|boolean|null)$/

const keepSchemaKeyword = (original: string, replacement: string) =>
  schemaKeyword.test(original) ? original : replacement

/** A masked value is a string, whatever the type of the original. */
function allowStringValues(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(allowStringValues)
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === 'type' ? addStringType(part) : allowStringValues(part),
    ]),
  )
}

function addStringType(type: unknown): unknown {
  const types = [type].flat()
  const isNumber = types.some((one) => one === 'number' || one === 'integer')
  return isNumber && !types.includes('string') ? [...types, 'string'] : type
}
