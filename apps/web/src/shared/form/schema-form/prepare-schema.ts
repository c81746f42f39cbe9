import type { RJSFSchema } from '@rjsf/utils'
import { labelOfWord } from '../../words/word-label.ts'

type Part = { readonly [key: string]: unknown }

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Prepares a provider's schema for the form. A required field whose default is empty counts as
 * missing, a numeric default given as text is converted, and each choice has a label.
 */
export function prepareSchema(schema: Part): RJSFSchema {
  return prepareNode(schema) as RJSFSchema
}

function prepareNode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prepareNode)
  if (!isPart(value)) return value

  const required = Array.isArray(value.required) ? value.required : []
  return Object.fromEntries(
    Object.entries(withLabels(value)).map(([key, part]) => {
      // Conditions are only compared with values, and have no labels.
      if (key === 'if') return [key, part]
      if (key !== 'properties' || !isPart(part)) return [key, prepareNode(part)]
      const properties = Object.entries(part).map(([name, property]) => [
        name,
        withDefault(prepareNode(property), required.includes(name)),
      ])
      return [key, Object.fromEntries(properties)]
    }),
  )
}

/**
 * Gives each value of an enumeration its label: the one in `enumNames`, which other clients also read, or else the
 * value in plain words.
 */
function withLabels(node: Part): Part {
  const { enum: values, enumNames: names, ...rest } = node
  if (!isTextList(values)) return node
  const labels = isTextList(names) ? names : []
  const choices = values.map((value, index) => ({
    const: value,
    title: labels[index] ?? labelOfWord(value),
  }))
  return choices.every((choice) => choice.title === choice.const)
    ? node
    : { ...rest, oneOf: choices }
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

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
