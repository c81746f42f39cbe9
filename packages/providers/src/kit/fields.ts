import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'

/**
 * Presentation of a field in a form. `prefill` is only displayed in the form; the default of an
 * absent setting is defined by `.default()` of the field.
 */
type Shown<T = string> = {
  readonly title: string
  readonly description: string
  readonly prefill?: T
}

/** Keywords of JSON Schema; those of `more` win, and one that is `undefined` there is left out. */
function shown<T>({ prefill, ...words }: Shown<T>, more: Readonly<Record<string, unknown>> = {}) {
  return { ...words, ...omitUndefined({ default: prefill }), ...more }
}

export const text = (field: Shown) => z.string().meta(shown(field))

/** A text of which the pattern is shown too. */
export const patternText = (field: Shown, pattern: RegExp, error: string) =>
  z.string().regex(pattern, error).meta(shown(field))

/** Stored sealed and drawn as dots. */
export const secret = (field: Shown) => z.string().meta(shown(field, { format: 'password' }))

export const optionalSecret = (field: Shown) =>
  z
    .string()
    .optional()
    .meta(shown(field, { type: ['string', 'null'], format: 'password' }))

/**
 * Keys belong into their own field: an address appears in messages. The form is told no format: existing
 * clients that know one refuse addresses of this machine and of inner networks.
 */
export const webAddress = (field: Shown) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((address) => {
      const { username = '', password = '' } = URL.parse(address) ?? {}
      return username + password === ''
    }, 'must not contain a user or a password')
    .meta(shown(field, { format: undefined }))

/** The address of a server as people write it, also without `http://`. */
export const serverAddress = (field: Shown) =>
  z
    .string()
    .refine((address) => {
      const url = URL.parse(withScheme(address))
      return url !== null && url.username + url.password === ''
    }, 'must be an address such as http://localhost:1234, without a user or a password')
    .meta(shown(field))

/** The address without a slash at its end. A server that is named without a scheme is one of one's own. */
export function rootOf(address: string): string {
  const { origin, pathname } = new URL(withScheme(address))
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`
}

const withScheme = (address: string) =>
  /^https?:\/\//i.test(address) ? address : `http://${address.replace(/^\w+:\/\//, '')}`

/** A number that need not be whole. Forms send numbers as text as well. */
export const number = (field: Shown<number>) => z.coerce.number().min(0).meta(shown(field))

export const wholeNumber = (field: Shown<number>, { min = 0 } = {}) =>
  z.coerce
    .number()
    .int()
    .min(min)
    .meta(shown(field, { multipleOf: 1 }))

export const portNumber = (usual: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .default(usual)
    .meta({ ...shown({ title: 'Port', description: 'The port on which the server listens.' }) })

/** One of a few words that are shown as they are. */
export const word = <const W extends readonly string[]>(field: Shown, words: W) =>
  z.enum(words).meta(shown(field))

/** One of a few values, each under the words by which a person chooses it. */
export const choice = <const C extends Readonly<Record<string, string>>>(
  field: Shown,
  choices: C,
) => {
  const oneOf = Object.entries(choices).map(([value, title]) => ({ const: value, title }))
  return z
    .enum(Object.keys(choices) as [keyof C & string, ...(keyof C & string)[]])
    .meta(shown(field, { oneOf, enum: undefined }))
}

export const flag = (field: Shown<never>) => z.boolean().meta(shown(field)).default(false)

/** A flag of which it also counts that nobody has said anything. */
export const choiceOfFlag = (field: Shown<never>) => z.boolean().optional().meta(shown(field))

/** Stands in the form and is stored for those who know it, but nothing here reads it. */
export const unread = (field: z.ZodType) => {
  const { $schema: _, ...json } = z.toJSONSchema(field, { io: 'input' })
  return z.unknown().optional().meta(json)
}

/** Every adapter has a name, and its field is part of the form. */
export const adapterName = (prefill = '') =>
  unread(
    text({
      title: 'Name',
      prefill,
      description: 'How this adapter is called in lists. Choose a name that is not yet in use.',
    }).max(128),
  )

export const maxTokens = (prefill?: number) =>
  wholeNumber({
    title: 'Maximum Output Tokens',
    ...omitUndefined({ prefill }),
    description: 'The longest answer to ask for. An answer that would be longer is cut off.',
  })

/** Told to whoever calls a provider, who makes the call again. */
export const maxRetries = (usual: number) =>
  wholeNumber({
    title: 'Max Retries',
    description: 'How often a call that failed for a passing reason is made again.',
  }).default(usual)

/** The form takes whole seconds. */
export const timeout = (seconds: number, title = 'Timeout') =>
  z.coerce
    .number()
    .min(0)
    .default(seconds)
    .meta(
      shown(
        { title, description: 'Seconds after which a call is given up. 0 waits for ever.' },
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
    description: 'The length of the vectors. Empty is the usual one of the model.',
  },
  { min: 1 },
)

/** Existing clients know the field without `multipleOf`. */
export const thinkingBudget = wholeNumber(
  {
    title: 'Thinking Budget Tokens',
    description: 'How many tokens the model may spend on thinking, besides its answer.',
  },
  { min: 1024 },
)
  .meta({ multipleOf: undefined })
  .default(1024)

/** The model thinks before it answers, with an effort that is asked for only then. */
export const enableReasoning = flag({
  title: 'Enable Reasoning',
  description: 'Let the model think before it answers. Only for models that can.',
})

export const whenReasoning = {
  key: 'enable_reasoning',
  is: true,
  fields: {
    reasoning_effort: word(
      {
        title: 'Reasoning Effort',
        description: 'How long the model may think: more effort costs more time and tokens.',
      },
      ['low', 'medium', 'high'],
    ).default('medium'),
  },
} as const
