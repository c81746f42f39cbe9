import type { JsonSchema } from '@recto/provider-spec/provider'

const wholeNumber = (title: string, description: string) => ({
  type: 'number',
  minimum: 0,
  multipleOf: 1,
  title,
  description,
})

const price = (title: string, description: string) => ({
  type: 'number',
  minimum: 0,
  title,
  description,
})

/** Settings of every language model that no provider reads: they are about its calls as a whole. */
const modelFields: Readonly<Record<string, object>> = {
  context_window: wholeNumber(
    'Context window',
    'The number of tokens that the model accepts for the prompt and the answer together. Leave it empty for the window that is known for the model.',
  ),
  max_continuations: wholeNumber(
    'Maximum continuations',
    'How many times to ask the model to continue an answer that was cut off. The default is 12.',
  ),
  accepts_images: {
    type: 'boolean',
    title: 'Accepts images',
    description:
      'Turn this on for a model that accepts images of pages and whose name is not known to do so. Names such as gpt-4o, claude-sonnet-4 and gemini-2.5-flash are known.',
  },
  input_price: price(
    'Input price',
    'Your price in dollars for one million input tokens. Leave it empty for the list price.',
  ),
  cached_price: price(
    'Cached input price',
    'Your price in dollars for one million input tokens that the service reads from its cache. It is only used with an input or output price.',
  ),
  output_price: price(
    'Output price',
    'Your price in dollars for one million output tokens. Leave it empty for the list price.',
  ),
}

/** Adds the fields to the form of a model that is called; those of the provider itself win. */
export function addModelFields(schema: JsonSchema): JsonSchema {
  const properties = schema.properties as Readonly<Record<string, object>> | undefined
  if (!properties || !('model' in properties || 'deployment_name' in properties)) return schema
  const ownFields = Object.fromEntries(
    Object.entries(modelFields).filter(([key]) => !Object.hasOwn(properties, key)),
  )
  return { ...schema, properties: { ...properties, ...ownFields } }
}
