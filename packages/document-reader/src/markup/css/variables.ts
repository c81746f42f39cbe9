import type { DeclaredStyle } from './cascade.ts'

export type Variables = ReadonlyMap<string, string>

const maxDepth = 10
const maxCharacters = 2000
const maxVariables = 2000

/** Returns the custom properties of an element: its own and those that it inherits. */
export function variablesOf(style: DeclaredStyle, inheritedVariables: Variables): Variables {
  const own = [...style].filter(([property]) => property.startsWith('--'))
  if (own.length === 0 || inheritedVariables.size + own.length > maxVariables)
    return inheritedVariables
  return new Map([...inheritedVariables, ...own])
}

/** Replaces every `var(--name, fallback)`; `undefined` where there is nothing to put in its place. */
export function withVariables(value: string, variables: Variables, depth = 0): string | undefined {
  const start = value.indexOf('var(')
  if (start < 0) return value
  if (depth > maxDepth || value.length > maxCharacters) return undefined
  const end = endOfParentheses(value, start + 3)
  const [, name = '', fallback] =
    /^\s*(--[^\s,]*)\s*(?:,(.*))?$/s.exec(value.slice(start + 4, end)) ?? []
  const text = variables.get(name) ?? fallback
  if (text === undefined) return undefined
  return withVariables(
    `${value.slice(0, start)}${text.trim()}${value.slice(end + 1)}`,
    variables,
    depth + 1,
  )
}

/** The place of the parenthesis that closes the one at `open`. */
function endOfParentheses(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth += 1
    if (text[i] === ')' && --depth === 0) return i
  }
  return text.length
}
