import type { Colour } from '../../images/colour.ts'
import { namedColours } from '../../images/colour-names.ts'
import { fromHsl } from '../../images/hsl.ts'
import { splitOutside } from './media-query.ts'

/** A colour, and how much of it covers what is behind: 0 to 1. */
export type CssPaint = { readonly colour: Colour; readonly alpha: number }

const maxCharacters = 200

/** Parses a colour of a style; `undefined` for what is none and for what is not known, such as a mixture. */
export function parsePaint(text: string): CssPaint | undefined {
  const plain = text.trim().toLowerCase()
  if (plain === 'transparent') return { colour: [0, 0, 0], alpha: 0 }
  const namedColour = namedColours.get(plain)
  if (namedColour) return { colour: namedColour, alpha: 1 }
  if (plain.length > maxCharacters) return undefined
  const [, hex] = /^#([\da-f]{3,8})$/.exec(plain) ?? []
  if (hex) return fromHex(hex)
  const [, name = '', inner = ''] = /^([a-z]{2,8})\(([^()]*)\)$/.exec(plain) ?? []
  return name === '' ? undefined : fromFunction(name, inner)
}

function fromHex(hex: string): CssPaint | undefined {
  if (hex.length === 5 || hex.length === 7) return undefined
  const step = hex.length > 4 ? 2 : 1
  const levelAt = (i: number) => {
    const part = hex.slice(i * step, (i + 1) * step)
    return Number.parseInt(step === 1 ? part + part : part, 16)
  }
  const isWithAlpha = hex.length === 4 || hex.length === 8
  return {
    colour: [levelAt(0), levelAt(1), levelAt(2)],
    alpha: isWithAlpha ? levelAt(3) / 255 : 1,
  }
}

type Convert = (channels: readonly [string, string, string]) => Colour

const spaces: Readonly<Record<string, Convert>> = {
  rgb: ([red, green, blue]) => [share(red, 255), share(green, 255), share(blue, 255)],
  hsl: ([hue, saturation, lightness]) =>
    fromHsl({
      hue: turnOf(hue),
      saturation: percent(saturation),
      lightness: percent(lightness),
    }),
  hwb: ([hue, whiteness, blackness]) =>
    fromHwb(turnOf(hue), percent(whiteness), percent(blackness)),
  oklab: ([lightness, a, b]) => fromOklab(share(lightness, 1), share(a, 0.4), share(b, 0.4)),
  oklch: ([lightness, chroma, hue]) =>
    fromOklab(share(lightness, 1), ...polar(share(chroma, 0.4), degrees(hue))),
  lab: ([lightness, a, b]) => fromLab(share(lightness, 100), share(a, 125), share(b, 125)),
  lch: ([lightness, chroma, hue]) =>
    fromLab(share(lightness, 100), ...polar(share(chroma, 150), degrees(hue))),
}

function fromFunction(name: string, inner: string): CssPaint | undefined {
  const [channelText = '', alphaText] = inner.split('/')
  const parts = channelText.split(/[\s,]+/).filter(Boolean)
  if (name === 'color') return fromSpace(parts, alphaText)
  const [first, second, third, fourth = alphaText] = parts
  const convert = spaces[name.replace(/^(rgb|hsl)a$/, '$1')]
  if (!convert || first === undefined || second === undefined || third === undefined)
    return undefined
  return toPaint(convert([first, second, third]), fourth)
}

/** `color(srgb 1 1 1)`; the levels of wider spaces are near enough. */
function fromSpace([space, ...levels]: readonly string[], alphaText: string | undefined) {
  const isKnown = space === 'srgb' || space === 'display-p3'
  const [red, green, blue] = levels.map((level) => share(level, 1) * 255)
  return isKnown && red !== undefined && green !== undefined && blue !== undefined
    ? toPaint([red, green, blue], alphaText)
    : undefined
}

function toPaint(colour: Colour, alphaText: string | undefined): CssPaint | undefined {
  const alpha = alphaText === undefined ? 1 : share(alphaText.trim(), 1)
  const isKnown = [...colour, alpha].every(Number.isFinite)
  const limit = (level: number) => Math.round(Math.min(255, Math.max(0, level)))
  return isKnown
    ? { colour: [limit(colour[0]), limit(colour[1]), limit(colour[2])], alpha: Math.min(1, alpha) }
    : undefined
}

/** A number, or a percentage of a whole; `none` is 0. */
function share(text: string, whole: number): number {
  if (text === 'none') return 0
  const isPercentage = text.endsWith('%')
  const number = Number(isPercentage ? text.slice(0, -1) : text)
  return isPercentage ? (number / 100) * whole : number
}

const percent = (text: string) => share(text.endsWith('%') ? text : `${text}%`, 1)

function degrees(text: string): number {
  const turns = { turn: 360, grad: 0.9, rad: 180 / Math.PI, deg: 1 }
  for (const [unit, factor] of Object.entries(turns))
    if (text.endsWith(unit)) return Number(text.slice(0, -unit.length)) * factor
  return share(text, 360)
}

const turnOf = (text: string) => (((degrees(text) / 360) % 1) + 1) % 1

const polar = (chroma: number, hue: number): [number, number] => [
  chroma * Math.cos((hue * Math.PI) / 180),
  chroma * Math.sin((hue * Math.PI) / 180),
]

function fromHwb(hue: number, whiteness: number, blackness: number): Colour {
  const sum = Math.max(1, whiteness + blackness)
  const plain = fromHsl({ hue, saturation: 1, lightness: 0.5 })
  const mix = (level: number) =>
    level * (1 - (whiteness + blackness) / sum) + (255 * whiteness) / sum
  return [mix(plain[0]), mix(plain[1]), mix(plain[2])]
}

/** Linear light to a level of the screen. */
function toLevel(light: number): number {
  const boundedLight = Math.min(1, Math.max(0, light))
  return (
    255 *
    (boundedLight <= 0.0031308 ? 12.92 * boundedLight : 1.055 * boundedLight ** (1 / 2.4) - 0.055)
  )
}

function fromOklab(lightness: number, a: number, b: number): Colour {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    toLevel(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    toLevel(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    toLevel(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

function fromLab(lightness: number, a: number, b: number): Colour {
  const fy = (lightness + 16) / 116
  const inverse = (f: number) => (f > 6 / 29 ? f ** 3 : 3 * (6 / 29) ** 2 * (f - 4 / 29))
  const x = 0.9643 * inverse(fy + a / 500)
  const y = inverse(fy)
  const z = 0.8251 * inverse(fy - b / 200)
  return [
    toLevel(3.1341 * x - 1.6174 * y - 0.4906 * z),
    toLevel(-0.9788 * x + 1.9161 * y + 0.0335 * z),
    toLevel(0.0719 * x - 0.229 * y + 1.4052 * z),
  ]
}

/** Returns a paint over a colour as one colour. */
export function blend({ colour, alpha }: CssPaint, backdrop: Colour): Colour {
  const mix = (i: 0 | 1 | 2) => colour[i] * alpha + backdrop[i] * (1 - alpha)
  return [mix(0), mix(1), mix(2)]
}

/** The parts of a value that spaces separate outside parentheses. */
export const valueParts = (value: string): readonly string[] =>
  splitOutside(value.slice(0, 1000).replace(/[\t\r\n]/g, ' '), ' ').filter(Boolean)

/** The colour in a value of several parts, such as a `background`; `undefined` where none of them is one. */
export function paintIn(value: string): CssPaint | undefined {
  for (const part of valueParts(value)) {
    const paint = parsePaint(part)
    if (paint) return paint
  }
  return undefined
}
