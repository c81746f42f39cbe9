import type { JsonSchema } from '@recto/provider-spec/provider'

/** One setting of a form. */
type Field = JsonSchema & { readonly title: string; readonly description: string }

type Described = { readonly title: string; readonly description: string }

export const text = (
  field: Described & {
    readonly default?: string
    readonly format?: string
    readonly pattern?: string
  },
): Field => ({
  type: 'string',
  ...field,
})

/** A secret that must be given; stored sealed and drawn as dots. */
export const secret = (field: Described & { readonly default?: string }): Field => ({
  type: 'string',
  format: 'password',
  ...field,
})

export const optionalSecret = (field: Described): Field => ({
  type: ['string', 'null'],
  format: 'password',
  ...field,
})

export const wholeNumber = (
  field: Described & { readonly default?: number; readonly minimum?: number },
): Field => ({ type: 'number', minimum: 0, multipleOf: 1, ...field })

/** A number that need not be whole. */
export const number = (field: Described & { readonly default: number }): Field => ({
  type: 'number',
  minimum: 0,
  ...field,
})

/** One of a few values, each under the words by which a person chooses it. */
export const choice = ({
  choices,
  ...field
}: Described & {
  readonly default: string
  readonly choices: Readonly<Record<string, string>>
}): Field => ({
  type: 'string',
  ...field,
  oneOf: Object.entries(choices).map(([value, title]) => ({ const: value, title })),
})

export const flag = (field: Described & { readonly default: boolean }): Field => ({
  type: 'boolean',
  ...field,
})

/** Every adapter has a name, and its field is part of the form. */
export const adapterName = (byDefault = ''): Field =>
  text({
    title: 'Name',
    default: byDefault,
    description: 'How this adapter is called in lists. Choose a name that is not yet in use.',
  })

export const maxTokens = (byDefault?: number): Field =>
  wholeNumber({
    title: 'Maximum Output Tokens',
    ...(byDefault !== undefined && { default: byDefault }),
    description: 'The longest answer to ask for. An answer that would be longer is cut off.',
  })

export const maxRetries = (byDefault: number): Field =>
  wholeNumber({
    title: 'Max Retries',
    default: byDefault,
    description: 'How often a call that failed for a passing reason is made again.',
  })

export const timeout = (byDefault: number, title = 'Timeout'): Field =>
  wholeNumber({
    title,
    default: byDefault,
    description: 'Seconds after which a call is given up. 0 waits for ever.',
  })

export const embedBatchSize = wholeNumber({
  title: 'Embed Batch Size',
  default: 10,
  description: 'How many texts to send in one call.',
})

/** Fields that appear, and are needed, only while a switch is on. */
export const whenOn = (key: string, properties: Readonly<Record<string, Field>>): JsonSchema =>
  whenIs(key, true, properties)

/** Fields that appear, and are needed, only while another has that value. */
export function whenIs(
  key: string,
  value: string | boolean,
  properties: Readonly<Record<string, Field>>,
): JsonSchema {
  const isSo = { properties: { [key]: { const: value } }, required: [key] }
  const more = { properties, required: Object.keys(properties) }
  return Object.fromEntries([
    ['if', isSo],
    ['then', more],
  ])
}

/** The model thinks before it answers, with an effort that is asked for only then. */
export const enableReasoning = flag({
  title: 'Enable Reasoning',
  default: false,
  description: 'Let the model think before it answers. Only for models that can.',
})

export const reasoningEffort: Field = {
  type: 'string',
  title: 'Reasoning Effort',
  enum: ['low', 'medium', 'high'],
  default: 'medium',
  description: 'How long the model may think: more effort costs more time and tokens.',
}

/** A JSON Schema of settings; the order of the properties is the order of the form. */
export const settingsSchema = (schema: {
  readonly title: string
  readonly description?: string
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, Field>>
  readonly allOf?: readonly JsonSchema[]
}): JsonSchema => ({ type: 'object', ...schema })
