import type { XmlElement } from '../parse-xml.ts'
import { valueParts } from './css-colour.ts'
import { pixelsOf } from './css-length.ts'
import { splitOutside } from './media-query.ts'

/** Pixels that browsers use where a page says nothing. */
export const defaultFontSize = 16
const keywords: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
  initial: 16,
}
/** Factors by which browsers change the size around these elements. */
const elementFactors: Readonly<Record<string, number>> = {
  h1: 2,
  h2: 1.5,
  h3: 1.17,
  h5: 0.83,
  h6: 0.67,
  small: 0.83,
  sub: 0.83,
  sup: 0.83,
  big: 1.2,
}
/** Fields and buttons of forms do not inherit it. */
const fieldSize = 13.3
const sizesOfFontElement = [10, 10, 13, 16, 18, 24, 32, 48]

export const formFields: ReadonlySet<string> = new Set(['input', 'textarea', 'select', 'button'])

type FontContext = {
  readonly outer: { readonly font: number; readonly rootFont: number }
  readonly isQuirky: boolean
}

/** Returns the size of an element's letters in pixels; `value` may be a whole `font`. */
export function fontSizeOf(
  { name, attributes }: XmlElement,
  value: string | undefined,
  { outer, isQuirky }: FontContext,
): number {
  const declaredSize = value === undefined ? undefined : declaredSizeOf(value, outer)
  if (declaredSize !== undefined) return declaredSize
  if (name === 'font' && attributes.size)
    return sizesOfFontElement[Number(attributes.size)] ?? outer.font
  if (formFields.has(name)) return fieldSize
  // Without a document type, a table begins with the usual size.
  if (name === 'table' && isQuirky) return defaultFontSize
  return outer.font * (elementFactors[name] ?? 1)
}

function declaredSizeOf(value: string, outer: FontContext['outer']): number | undefined {
  if (value === 'inherit') return undefined
  return valueParts(value).flatMap((part) => sizeIn(splitOutside(part, '/')[0] ?? '', outer))[0]
}

function sizeIn(part: string, outer: FontContext['outer']): readonly number[] {
  if (part === 'smaller') return [outer.font / 1.2]
  if (part === 'larger') return [outer.font * 1.2]
  const keyword = keywords[part]
  if (keyword !== undefined) return [keyword]
  const pixels = pixelsOf(part, { ...outer, whole: outer.font })
  return pixels === undefined ? [] : [Math.max(0, pixels)]
}
