/** A value that a style sheet writes itself instead of taking it from the tokens. */
export type OutsideValue = {
  readonly kind: 'colors' | 'sizes' | 'radii' | 'spacings'
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Values of the tokens in pixels. Spacings are multiples of four, with two for what belongs together. */
export type Scales = {
  readonly sizes: ReadonlySet<number>
  readonly radii: ReadonlySet<number>
  readonly spacings: ReadonlySet<number>
}

type SourceFile = { readonly path: string; readonly text: string }

const color = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i
const namedColor = /(?:^|\s)(?:white|black|red|green|blue|gray|grey|orange|yellow)(?:$|[\s,;])/i
const colorProperty =
  /^(?:--|color$|background|border|outline|box-shadow|text-shadow|fill$|stroke$|caret-color$)/
const spacing = /^(?:padding|margin|gap$|row-gap$|column-gap$)/

/** Finds the values in one style sheet that are not of the tokens. */
export function findOutsideValues({ path, text }: SourceFile, scales: Scales): OutsideValue[] {
  return listDeclarations(text).flatMap(({ property, value, line }) =>
    kindsOf(property, value, scales).map((kind) => ({
      kind,
      file: path,
      line,
      text: `${property}: ${value}`,
    })),
  )
}

function kindsOf(property: string, value: string, scales: Scales): OutsideValue['kind'][] {
  const kinds: OutsideValue['kind'][] = []
  const isNamed = colorProperty.test(property) && namedColor.test(value)
  if (color.test(value) || isNamed) kinds.push('colors')
  if (property === 'font-size' && hasOther(value, scales.sizes)) kinds.push('sizes')
  if (property.endsWith('radius') && hasOther(value, scales.radii)) kinds.push('radii')
  if (spacing.test(property) && hasOther(value, scales.spacings)) kinds.push('spacings')
  return kinds
}

/** Whether a value has lengths in pixels that are not on a scale. */
const hasOther = (value: string, scale: ReadonlySet<number>): boolean =>
  [...value.matchAll(/(?<![\w.])-?(\d+(?:\.\d+)?)px\b/g)].some(
    ([, length]) => !scale.has(Number(length)),
  )

type Declaration = { readonly property: string; readonly value: string; readonly line: number }

/** Lists the declarations of a style sheet, in which a value may take several lines. */
function listDeclarations(sheet: string): Declaration[] {
  const declarations: Declaration[] = []
  let line = 1
  for (const part of withoutComments(sheet).split(/(?<=[{};])/)) {
    const content = part.trimStart()
    const startLine = line + part.slice(0, part.length - content.length).split('\n').length - 1
    line += part.split('\n').length - 1
    const colon = content.indexOf(':')
    if (colon < 0 || content.endsWith('{')) continue
    const property = content.slice(0, colon).trim()
    const value = content
      .slice(colon + 1)
      .replace(/[;}]$/, '')
      .trim()
      .split(/\s+/)
      .join(' ')
    declarations.push({ property, value, line: startLine })
  }
  return declarations
}

/** Comments become as many lines without content, so that the others keep their numbers. */
const withoutComments = (sheet: string): string =>
  sheet
    .split('/*')
    .map((part, index) => {
      if (index === 0) return part
      const end = part.indexOf('*/')
      const lines = part.slice(0, end).split('\n').length - 1
      return '\n'.repeat(lines) + part.slice(end + 2)
    })
    .join('')
