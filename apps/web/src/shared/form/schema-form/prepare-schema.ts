import type { RJSFSchema } from '@rjsf/utils'

type Part = { readonly [key: string]: unknown }

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Prepares a provider's schema for the form. A required field whose default is empty counts as
 * missing, and a numeric default given as text is converted.
 */
export function prepareSchema(schema: Part): RJSFSchema {
  return prepareNode(schema) as RJSFSchema
}

function prepareNode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prepareNode)
  if (!isPart(value)) return value

  const required = Array.isArray(value.required) ? value.required : []
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key !== 'properties' || !isPart(part)) return [key, prepareNode(part)]
      const properties = Object.entries(part).map(([name, property]) => [
        name,
        withDefault(prepareNode(property), required.includes(name)),
      ])
      return [key, Object.fromEntries(properties)]
    }),
  )
}

function withDefault(property: unknown, isRequired: boolean): unknown {
  if (!isPart(property) || typeof property.default !== 'string') return property
  const { default: text, ...rest } = property
  if (isRequired && text === '') return rest
  const isNumber = property.type === 'number' || property.type === 'integer'
  if (!isNumber) return property
  return text.trim() !== '' && Number.isFinite(Number(text))
    ? { ...rest, default: Number(text) }
    : rest
}
