import type { FieldDescription, FieldDescriptions } from '@recto/contract/wire/describe-fields'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { registerEndpoint } from './register-endpoint.ts'

type Schema = z.core.JSONSchema.BaseSchema
type DescribedEndpoint = Pick<Endpoint, 'body' | 'reply'>

/** Registers the reply to OPTIONS: the fields of what an endpoint creates, from its schemas. */
export function serveFieldDescriptions(
  app: FastifyInstance,
  ctx: Context,
  description: Endpoint & { readonly reply: z.ZodType<FieldDescriptions> },
  creation: DescribedEndpoint & { readonly name: string },
): void {
  registerEndpoint(app, ctx, description, async () => ({
    name: creation.name,
    description: '',
    renders: ['application/json'],
    parses: ['application/json'],
    actions: { POST: describeFields(creation) },
  }))
}

/** Describes the fields of the body, and after them those that only replies have. */
function describeFields({ body, reply }: DescribedEndpoint): Record<string, FieldDescription> {
  const sentFields = body ? fieldsIn(body, 'input') : new Map<string, Field>()
  const repliedFields = fieldsIn(reply, 'output')
  const all = new Map([...repliedFields, ...sentFields])
  return Object.fromEntries(
    [...all].map(([name, { schema, isRequired }]) => [
      name,
      {
        ...describeType(schema),
        required: sentFields.has(name) && isRequired,
        read_only: !sentFields.has(name),
        label: toLabel(name),
      },
    ]),
  )
}

type Field = { readonly schema: Schema; readonly isRequired: boolean }

function fieldsIn(schema: z.ZodType, io: 'input' | 'output'): ReadonlyMap<string, Field> {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  const fields = new Map<string, Field>()
  for (const { properties = {}, required: requiredNames = [] } of variantsOf(whole)) {
    for (const [name, property] of Object.entries(properties)) {
      if (typeof property === 'boolean') continue
      fields.set(name, { schema: property, isRequired: requiredNames.includes(name) })
    }
  }
  return fields
}

const variantsOf = (schema: Schema): readonly Schema[] => {
  const variants = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => list ?? [])
  return [schema, ...(variants as readonly Schema[]).flatMap(variantsOf)]
}

const types: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'integer',
  number: 'float',
  array: 'list',
  object: 'nested object',
}

function describeType(schema: Schema): Pick<FieldDescription, 'type' | 'choices'> {
  const variants = variantsOf(schema).filter(({ type }) => type !== 'null')
  const choices = variants.flatMap((variant) => variant.enum ?? [])
  if (choices.length > 0) {
    const values = choices.map(String)
    return { type: 'choice', choices: values.map((value) => ({ value, display_name: value })) }
  }
  const { type, format } = variants.find((variant) => variant.type !== undefined) ?? {}
  if (format === 'date-time') return { type: 'datetime' }
  return { type: types[String(type)] ?? 'string' }
}

const toLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
