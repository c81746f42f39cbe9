import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'

/**
 * Presentation of a field in a form. `prefill` is only displayed in the form; the default of an
 * absent setting is defined by `.default()` of the field.
 */
type FieldLabels<T = string> = {
  readonly title: string
  readonly description: string
  readonly prefill?: T
}

/** Returns JSON Schema keywords. Those of `extraKeywords` win, and one that is `undefined` is left out. */
function fieldMeta<T>(
  { prefill, ...words }: FieldLabels<T>,
  extraKeywords: Readonly<Record<string, unknown>> = {},
) {
  return { ...words, ...omitUndefined({ default: prefill }), ...extraKeywords }
}

export const text = (field: FieldLabels) => z.string().meta(fieldMeta(field))

/** A text whose pattern is part of the form. */
export const patternText = (field: FieldLabels, pattern: RegExp, error: string) =>
  z.string().regex(pattern, error).meta(fieldMeta(field))

/** A value that is stored encrypted and displayed as dots. */
export const secret = (field: FieldLabels) =>
  z.string().meta(fieldMeta(field, { format: 'password' }))

export const optionalSecret = (field: FieldLabels) =>
  z
    .string()
    .optional()
    .meta(fieldMeta(field, { type: ['string', 'null'], format: 'password' }))

/**
 * An address without credentials, which belong into their own fields, because addresses appear in
 * messages. The form gets no format, because existing clients would then refuse local addresses.
 */
export const webAddress = (field: FieldLabels) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((address) => {
      const { username = '', password = '' } = URL.parse(address) ?? {}
      return username + password === ''
    }, 'must not contain a user or a password')
    .meta(fieldMeta(field, { format: undefined }))

/** The address of a server, with or without `http://`. */
export const serverAddress = (field: FieldLabels) =>
  z
    .string()
    .refine((address) => {
      const url = URL.parse(withScheme(address))
      return url !== null && url.username + url.password === ''
    }, 'must be an address such as http://localhost:1234, without a user or a password')
    .meta(fieldMeta(field))

/** Returns the address without a trailing slash. Without a scheme, `http` is used. */
export function rootOf(address: string): string {
  const { origin, pathname } = new URL(withScheme(address))
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`
}

const withScheme = (address: string) =>
  /^https?:\/\//i.test(address) ? address : `http://${address.replace(/^\w+:\/\//, '')}`

/** A number, possibly with decimals. Forms may send numbers as text. */
export const number = (field: FieldLabels<number>) =>
  z.coerce.number().min(0).meta(fieldMeta(field))

export const wholeNumber = (field: FieldLabels<number>, { min = 0 } = {}) =>
  z.coerce
    .number()
    .int()
    .min(min)
    .meta(fieldMeta(field, { multipleOf: 1 }))

export const portField = (usual: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .default(usual)
    .meta({ ...fieldMeta({ title: 'Port', description: 'The port that the server listens on.' }) })

/** A choice between words, each with its own label; existing clients read the words of `enum`. */
export const word = <const W extends Readonly<Record<string, string>>>(
  field: FieldLabels,
  words: W,
) =>
  z
    .enum(Object.keys(words) as [keyof W & string, ...(keyof W & string)[]])
    .meta(fieldMeta(field, { enumNames: Object.values(words) }))

/** A choice between values, each with its own label. */
export const choice = <const C extends Readonly<Record<string, string>>>(
  field: FieldLabels,
  choices: C,
) => {
  const oneOf = Object.entries(choices).map(([value, title]) => ({ const: value, title }))
  return z
    .enum(Object.keys(choices) as [keyof C & string, ...(keyof C & string)[]])
    .meta(fieldMeta(field, { oneOf, enum: undefined }))
}

export const flag = (field: FieldLabels<never>) => z.boolean().meta(fieldMeta(field)).default(false)

/** A flag that may also be unset. */
export const choiceOfFlag = (field: FieldLabels<never>) =>
  z.boolean().optional().meta(fieldMeta(field))

/** A field of the form that is stored for other clients but not used here. */
export const unread = (field: z.ZodType) => {
  const { $schema: _, ...json } = z.toJSONSchema(field, { io: 'input' })
  return z.unknown().optional().meta(json)
}

/** The name of the adapter, which is part of every form. */
export const adapterName = (prefill = '') =>
  unread(
    text({
      title: 'Name',
      prefill,
      description: 'The name of this adapter in lists. It must be unique.',
    }).max(128),
  )

export const maxTokens = (prefill?: number) =>
  wholeNumber({
    title: 'Maximum Output Tokens',
    ...omitUndefined({ prefill }),
    description: 'The maximum length of an answer. Longer answers are cut off.',
  })

/** Number of retries, which the caller of a provider makes. */
export const maxRetries = (usual: number) =>
  wholeNumber({
    title: 'Max Retries',
    description: 'How many times to retry a call after a temporary failure.',
  }).default(usual)

/** The form takes whole seconds. */
export const timeout = (seconds: number, title = 'Timeout') =>
  z.coerce
    .number()
    .min(0)
    .default(seconds)
    .meta(
      fieldMeta(
        { title, description: 'How many seconds to wait for a reply. 0 means no limit.' },
        { multipleOf: 1 },
      ),
    )

export const embedBatchSize = wholeNumber({
  title: 'Embed Batch Size',
  description: 'How many texts to send in one call.',
}).default(10)

export const vectorLength = wholeNumber(
  {
    title: 'Dimensions',
    description: 'The length of the vectors. Leave it empty for the model’s default.',
  },
  { min: 1 },
)

/** Existing clients expect this field without `multipleOf`. */
export const thinkingBudget = wholeNumber(
  {
    title: 'Thinking Budget Tokens',
    description: 'How many tokens the model can use for thinking, in addition to its answer.',
  },
  { min: 1024 },
)
  .meta({ multipleOf: undefined })
  .default(1024)

/** Has the service keep replies, so that they can be fetched after a crash. It changes what a service stores, so it is off unless somebody turns it on. */
export const keepReplies = flag({
  title: 'Keep Replies',
  description:
    'The service stores each request and reply until Recto has stored the reply, so that Recto can fetch it after a crash instead of paying again. This is not compatible with zero data retention, and answers may start later. It needs the Responses API with background mode; without it, calls are made as usual.',
})

/** Turns reasoning on. The effort is requested only then. */
export const enableReasoning = flag({
  title: 'Enable Reasoning',
  description: 'Lets the model think before it answers. Only for models that support thinking.',
})

export const whenReasoning = {
  key: 'enable_reasoning',
  is: true,
  fields: {
    reasoning_effort: word(
      {
        title: 'Reasoning Effort',
        description: 'How much the model thinks. More effort takes more time and tokens.',
      },
      { low: 'Low', medium: 'Medium', high: 'High' },
    ).default('medium'),
  },
} as const
