/** A person looks at a page on a screen of this size, in light colours, with a mouse. */
export const screenSize = { width: 1280, height: 800 }

const types: Readonly<Record<string, boolean>> = { all: true, screen: true }
const states: Readonly<Record<string, string>> = {
  orientation: 'landscape',
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-contrast': 'no-preference',
  'forced-colors': 'none',
  'inverted-colors': 'none',
  scripting: 'enabled',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  'display-mode': 'browser',
  update: 'fast',
}
const sizes: Readonly<Record<string, number>> = {
  width: screenSize.width,
  height: screenSize.height,
  'device-width': screenSize.width,
  'device-height': screenSize.height,
  'aspect-ratio': screenSize.width / screenSize.height,
  'device-aspect-ratio': screenSize.width / screenSize.height,
  resolution: 1,
  'device-pixel-ratio': 1,
  color: 8,
  monochrome: 0,
  grid: 0,
}
const maxCharacters = 2000
const maxDepth = 8

/** Whether a list of media queries applies to a person at a screen; a feature that is not known does not. */
export function appliesToScreen(list: string): boolean {
  const text = list
    .slice(0, maxCharacters)
    .replace(/\/\*[^*]*\*\//g, ' ')
    .toLowerCase()
    .trim()
  return text === '' || splitOutside(text, ',').some((query) => isQueryTrue(query.trim()))
}

function isQueryTrue(query: string): boolean {
  const negation = /^not\s+([a-z-]+)(.*)$/s.exec(query)
  if (negation) return !isConditionTrue(`${negation[1]}${negation[2]}`, 0)
  return isConditionTrue(query.replace(/^only\s+/, ''), 0)
}

function isConditionTrue(text: string, depth: number): boolean {
  if (depth > maxDepth) return false
  const alternatives = splitOutside(text, ' or ')
  if (alternatives.length > 1) return alternatives.some((part) => isPartTrue(part.trim(), depth))
  return splitOutside(text, ' and ').every((part) => isPartTrue(part.trim(), depth))
}

function isPartTrue(part: string, depth: number): boolean {
  if (part.startsWith('not')) return !isPartTrue(part.slice(3).trim(), depth + 1)
  if (!part.startsWith('(')) return types[part] ?? false
  const inner = part.slice(1, part.endsWith(')') ? -1 : undefined).trim()
  return inner.startsWith('(') || inner.startsWith('not')
    ? isConditionTrue(inner, depth + 1)
    : isFeatureTrue(inner)
}

function isFeatureTrue(feature: string): boolean {
  const range = feature.split(/(<=|>=|<|>|=)/)
  if (range.length > 1) return isRangeTrue(range)
  const [name = '', value] = feature.split(':').map((one) => one.trim().replace(/^-\w+-/, ''))
  const [, bound, plainName = ''] = /^(min-|max-)?(.*)$/.exec(name) ?? []
  if (value === undefined) return plainName in states || (sizes[plainName] ?? 0) > 0
  const state = states[plainName]
  if (state !== undefined) return state === value
  const size = sizes[plainName]
  if (size === undefined) return false
  const limit = sizeOf(value)
  if (bound === 'min-') return size >= limit
  return bound === 'max-' ? size <= limit : Math.abs(size - limit) < 0.01
}

function isRangeTrue([
  first = '',
  sign = '',
  second = '',
  otherSign,
  third = '',
]: readonly string[]): boolean {
  const sizeIn = (text: string) => sizes[text.trim()] ?? sizeOf(text)
  return (
    compare(sizeIn(first), sign, sizeIn(second)) &&
    (otherSign === undefined || compare(sizeIn(second), otherSign, sizeIn(third)))
  )
}

function compare(a: number, sign: string, b: number): boolean {
  if (sign === '<') return a < b
  if (sign === '<=') return a <= b
  if (sign === '>') return a > b
  return sign === '>=' ? a >= b : a === b
}

const unitSizes: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  em: 16,
  rem: 16,
  pt: 4 / 3,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  dpi: 1 / 96,
  dpcm: 2.54 / 96,
  dppx: 1,
  x: 1,
}

/** `NaN`, with which no comparison is true, where it is none. */
function sizeOf(text: string): number {
  const ratio = /^(\d{1,6}(?:\.\d{1,6})?)\s*\/\s*(\d{1,6}(?:\.\d{1,6})?)$/.exec(text.trim())
  if (ratio) return Number(ratio[1]) / Number(ratio[2])
  const [, number = '', unit = ''] = /^(-?\d{0,9}(?:\.\d{0,9})?)([a-z]*)$/.exec(text.trim()) ?? []
  return number === '' ? Number.NaN : Number(number) * (unitSizes[unit] ?? Number.NaN)
}

/** Splits a text at a separator that stands outside parentheses. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth += 1
    else if (text[i] === ')') depth -= 1
    else if (depth === 0 && text.startsWith(separator, i)) {
      parts.push(text.slice(start, i))
      start = i + separator.length
      i = start - 1
    }
  }
  return [...parts, text.slice(start)]
}
