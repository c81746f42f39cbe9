import type { Masked } from '@recto/extraction/mask-texts'
import { unmaskText } from '@recto/extraction/unmask-text'
import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import type { OpenedLlm } from '../../adapters/adapters.port.ts'
import type { RunMasking } from './open-masking.ts'

export type MaskedRequest = {
  readonly request: LlmRequest
  /** Puts the values back into what was replied. */
  readonly unmask: (reply: LlmReply) => LlmReply
}

/** What a run says of it. */
type Run = {
  readonly masking: RunMasking | undefined
  readonly isReplay?: boolean | undefined
}

type Asked = {
  readonly opened: Pick<OpenedLlm, 'isOutside'>
  readonly request: LlmRequest
  /** The reply is for people and no value. */
  readonly isProse?: boolean | undefined
}

/** Told where there are placeholders: a model that knows what they are copies them. */
const note =
  'Parts in brackets such as [IBAN-…] stand for values of the document. Where one belongs into your answer, copy it with its brackets and letter by letter; never make one up.'

/**
 * What is sent in the place of a request: to an adapter that is outside, with placeholders in the place of what the
 * run masks. A call that is replayed is masked as it was. Throws 400 while a value that is to be masked is not known.
 */
export async function maskRequest(
  { masking, isReplay }: Run,
  { opened, request, isProse = false }: Asked,
): Promise<MaskedRequest> {
  if (!masking || !(opened.isOutside || isReplay)) return { request, unmask: (reply) => reply }
  const { system, schema, onText } = request
  const parts = [request.prompt, system ?? '', ...(schema ? stringsIn(schema.json) : [])]
  const { texts, masked } = await masking.mask(parts)
  const [prompt = '', words = '', ...names] = texts
  if (masked.length === 0)
    return { request, unmask: (reply) => unmasked(reply, { masked, isProse }) }
  const inProse = (soFar: string) => unmaskText(soFar, masked, { isCut: true, isProse: true })
  return {
    request: {
      ...request,
      prompt,
      system: [words, note].filter(Boolean).join('\n\n'),
      ...(schema && { schema: { ...schema, json: looser(withStrings(schema.json, names)) } }),
      ...(onText && { onText: (soFar: string) => onText(inProse(soFar)) }),
    },
    unmask: (reply) => unmasked(reply, { masked, isProse }),
  }
}

type Unmasking = { readonly masked: readonly Masked[]; readonly isProse: boolean }

const unmasked = (reply: LlmReply, { masked, isProse }: Unmasking): LlmReply => ({
  ...reply,
  text: unmaskText(reply.text, masked, { isCut: reply.stoppedBy === 'length', isProse }),
})

type Schema = Record<string, unknown>

/** Keys and texts, in the order in which `withStrings` puts others in their places. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return Object.entries(value).flatMap(([key, part]) => [key, ...stringsIn(part)])
}

function withStrings(schema: Schema, strings: readonly string[]): Schema {
  let next = 0
  const take = () => {
    next += 1
    return strings[next - 1] ?? ''
  }
  const put = (value: unknown): unknown => {
    if (typeof value === 'string') return nameOr(value, take())
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(put)
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [nameOr(key, take()), put(part)]),
    )
  }
  return put(schema) as Schema
}

/** Words of JSON Schema stay what they are, whatever is masked. */
const wordOfSchema =
  /^(?:type|properties|required|items|additionalProperties|object|array|string|number|integer|boolean|null)$/

const nameOr = (was: string, now: string) => (wordOfSchema.test(was) ? was : now)

/** A value that is masked is a text, whatever it is else. */
function looser(value: unknown): Schema {
  return loosened(value) as Schema
}

function loosened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(loosened)
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === 'type' ? orText(part) : loosened(part),
    ]),
  )
}

function orText(type: unknown): unknown {
  const types = [type].flat()
  const isNumber = types.some((one) => one === 'number' || one === 'integer')
  return isNumber && !types.includes('string') ? [...types, 'string'] : type
}
