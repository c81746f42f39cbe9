import type { Colour } from '../../images/colour.ts'
import { parseColour, white } from '../../images/colour.ts'
import { namedColours } from '../../images/colour-names.ts'
import { fromHsl, toHsl } from '../../images/hsl.ts'
import { childOf, elementsOf, type XmlElement } from '../../markup/parse-xml.ts'

/** The colours of a theme by their names in it, such as `dk1` and `accent3`. */
export type ThemeColours = ReadonlyMap<string, Colour>

export function readThemeColours(theme: XmlElement): ThemeColours {
  const scheme = childOf(theme, 'themeElements', 'clrScheme')
  const colours = new Map<string, Colour>()
  for (const entry of scheme ? elementsOf(scheme) : []) {
    const colour = drawingColour(entry, new Map())
    if (colour) colours.set(entry.name, colour.colour)
  }
  return colours
}

type Change = (colour: Colour, value: number) => Colour

const limit = (share: number) => Math.min(1, Math.max(0, share))
const changeLightness = (colour: Colour, change: (lightness: number) => number): Colour => {
  const hsl = toHsl(colour)
  return fromHsl({ ...hsl, lightness: limit(change(hsl.lightness)) })
}
const mix = (colour: Colour, otherColour: Colour, share: number): Colour => [
  colour[0] * share + otherColour[0] * (1 - share),
  colour[1] * share + otherColour[1] * (1 - share),
  colour[2] * share + otherColour[2] * (1 - share),
]

const changes: Readonly<Record<string, Change>> = {
  lumMod: (colour, value) => changeLightness(colour, (lightness) => lightness * value),
  lumOff: (colour, value) => changeLightness(colour, (lightness) => lightness + value),
  lum: (colour, value) => changeLightness(colour, () => value),
  tint: (colour, value) => mix(colour, white, value),
  shade: (colour, value) => mix(colour, [0, 0, 0], value),
}

/** A colour, and how much of it covers what is behind: 0 to 1. */
export type DrawingPaint = { readonly colour: Colour; readonly alpha: number }

const percentOf = (text: string | undefined) =>
  text?.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / 100_000

/** Returns the colour inside a fill of DrawingML (ECMA-376 part 1, 20.1.2.3); `undefined` where it is not known. */
export function drawingColour(fill: XmlElement, scheme: ThemeColours): DrawingPaint | undefined {
  const [element] = elementsOf(fill)
  const base = element && baseColour(element, scheme)
  if (!base) return undefined
  let colour = base
  let alpha = 1
  for (const { name, attributes } of elementsOf(element)) {
    const value = percentOf(attributes.val)
    if (Number.isNaN(value)) continue
    if (name === 'alpha') alpha = value
    else colour = changes[name]?.(colour, value) ?? colour
  }
  return { colour, alpha }
}

function baseColour({ name, attributes }: XmlElement, scheme: ThemeColours): Colour | undefined {
  const { val = '', lastClr } = attributes
  if (name === 'srgbClr') return parseColour(val)
  if (name === 'schemeClr') return scheme.get(val)
  if (name === 'sysClr') return parseColour(lastClr ?? '') ?? namedColours.get(val.toLowerCase())
  if (name === 'prstClr')
    return namedColours.get(
      val.toLowerCase().replace(/^dk/, 'dark').replace(/^lt/, 'light').replace(/^med/, 'medium'),
    )
  if (name !== 'scrgbClr') return undefined
  const { r, g, b } = attributes
  const levels = [r, g, b].map((light) => 255 * percentOf(light) ** (1 / 2.2))
  return levels.every(Number.isFinite) ? [levels[0]!, levels[1]!, levels[2]!] : undefined
}

/** Spreadsheets name the colours of a theme by number. */
const sheetOrder =
  'lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'.split(' ')
/** The colours 8 to 63 of older workbooks, ECMA-376 part 1, 18.8.27; 0 to 7 are 8 to 15. */
const indexedColours =
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 800000 008000 000080 808000 800080 008080 c0c0c0 808080 9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff 000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff 00ccff ccffff ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333'.split(
    ' ',
  )

/** Returns the colour of a `color`, `fgColor` or `bgColor` of a spreadsheet; `undefined` where it is not known. */
export function sheetColour({ attributes }: XmlElement, theme: ThemeColours): Colour | undefined {
  const { rgb, theme: place, indexed: index, tint } = attributes
  const colour = rgb
    ? parseColour(rgb.slice(-6))
    : place
      ? theme.get(sheetOrder[Number(place)] ?? '')
      : indexedColour(Number(index))
  const change = Number(tint ?? 0)
  if (!colour || !change) return colour
  return changeLightness(colour, (lightness) =>
    change < 0 ? lightness * (1 + change) : lightness + (1 - lightness) * change,
  )
}

function indexedColour(index: number): Colour | undefined {
  if (index === 64) return [0, 0, 0]
  if (index === 65) return white
  return parseColour(indexedColours[index < 8 ? index : index - 8] ?? '')
}
