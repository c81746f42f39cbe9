import { screenSize } from './media-query.ts'

/** The lengths, in pixels, that others are relative to. */
export type LengthContext = {
  readonly font: number
  readonly rootFont: number
  /** The length that 100% stands for; without it, a percentage is not known. */
  readonly whole?: number | undefined
}

const maxCharacters = 200
const pixelUnits: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
}
const fontUnits: Readonly<Record<string, number>> = {
  em: 1,
  ex: 0.5,
  ch: 0.5,
  ic: 1,
  cap: 0.7,
  lh: 1.2,
}
const screenUnits: Readonly<Record<string, number>> = {
  vw: screenSize.width / 100,
  vi: screenSize.width / 100,
  vh: screenSize.height / 100,
  vb: screenSize.height / 100,
  vmin: Math.min(screenSize.width, screenSize.height) / 100,
  vmax: Math.max(screenSize.width, screenSize.height) / 100,
}
const tokenPattern = /[\d.]+|[a-z%]+|[-+*/(),]/g

/** Returns a length of a style in pixels, computed where it is an expression; `undefined` where it is none. */
export function pixelsOf(text: string | undefined, context: LengthContext): number | undefined {
  if (text === undefined || text.length > maxCharacters) return undefined
  const plain = text.toLowerCase().trim()
  const tokens = plain.match(tokenPattern) ?? []
  if (tokens.length === 0 || tokens.join('') !== plain.replace(/\s+/g, '')) return undefined
  const reader: TokenReader = { tokens, place: 0, context }
  const pixels = readSum(reader)
  const isComplete = reader.place === tokens.length && Number.isFinite(pixels)
  const isPlainNumber = !Number.isNaN(Number(plain))
  return isComplete && (!isPlainNumber || pixels === 0) ? pixels : undefined
}

type TokenReader = {
  readonly tokens: readonly string[]
  place: number
  readonly context: LengthContext
}

/** All of these return `NaN` for what they cannot read. */
function readSum(reader: TokenReader): number {
  let sum = readProduct(reader)
  for (;;) {
    const sign = reader.tokens[reader.place]
    if (sign !== '+' && sign !== '-') return sum
    reader.place += 1
    const next = readProduct(reader)
    sum = sign === '+' ? sum + next : sum - next
  }
}

function readProduct(reader: TokenReader): number {
  let product = readValue(reader)
  for (;;) {
    const sign = reader.tokens[reader.place]
    if (sign !== '*' && sign !== '/') return product
    reader.place += 1
    const next = readValue(reader)
    product = sign === '*' ? product * next : product / next
  }
}

const functions: Readonly<Record<string, (values: readonly number[]) => number>> = {
  '': ([value = Number.NaN]) => value,
  calc: ([value = Number.NaN]) => value,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  clamp: ([min = Number.NaN, value = Number.NaN, max = Number.NaN]) =>
    Math.max(min, Math.min(value, max)),
}

function readValue(reader: TokenReader): number {
  const token = reader.tokens[reader.place++] ?? ''
  if (token === '-') return -readValue(reader)
  if (token === '+') return readValue(reader)
  if (token === '(') return readArguments(reader, '')
  if (/^[\d.]/.test(token)) return readLength(reader, Number(token))
  return reader.tokens[reader.place++] === '(' ? readArguments(reader, token) : Number.NaN
}

function readArguments(reader: TokenReader, name: string): number {
  const values = [readSum(reader)]
  while (reader.tokens[reader.place] === ',') {
    reader.place += 1
    values.push(readSum(reader))
  }
  if (reader.tokens[reader.place++] !== ')') return Number.NaN
  return functions[name]?.(values) ?? Number.NaN
}

function readLength(reader: TokenReader, number: number): number {
  const unit = reader.tokens[reader.place] ?? ''
  if (!/^[a-z%]/.test(unit)) return number
  reader.place += 1
  const { font, rootFont, whole = Number.NaN } = reader.context
  if (unit === '%') return (number / 100) * whole
  if (unit === 'rem') return number * rootFont
  const screenUnit = screenUnits[unit.replace(/^[sld](?=v)/, '')]
  return number * (pixelUnits[unit] ?? screenUnit ?? (fontUnits[unit] ?? Number.NaN) * font)
}
