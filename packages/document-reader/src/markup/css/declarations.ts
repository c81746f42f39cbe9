import parse, { type CssNode } from 'css-tree/parser'
import { valueParts } from './css-colour.ts'

export type StyleDeclaration = {
  readonly property: string
  readonly value: string
  readonly isImportant: boolean
}

/** The properties that decide whether a text is seen; the others are not kept. */
const properties = new Set(
  'display visibility opacity color background-color background-image background-clip font-size text-indent position left right top bottom transform scale zoom clip clip-path overflow-x overflow-y width height max-width max-height margin-left margin-top text-shadow filter content-visibility animation-name -webkit-text-fill-color -webkit-text-stroke white-space flex-grow min-width min-height padding-left padding-right padding-bottom'.split(
    ' ',
  ),
)

/** Properties that set others: their value is kept for each, and whoever uses it finds its part. */
const shorthands: Readonly<Record<string, readonly string[]>> = {
  background: ['background-color', 'background-image', 'background-clip'],
  '-webkit-background-clip': ['background-clip'],
  font: ['font-size'],
  flex: ['flex-grow'],
  overflow: ['overflow-x', 'overflow-y'],
  animation: ['animation-name'],
  '-webkit-animation': ['animation-name'],
  'inline-size': ['width'],
  'block-size': ['height'],
  'max-inline-size': ['max-width'],
  'max-block-size': ['max-height'],
  'inset-inline-start': ['left'],
  'inset-block-start': ['top'],
  '-webkit-clip-path': ['clip-path'],
  '-webkit-transform': ['transform'],
}
/** The sides of a shorthand of four, by their place in it. */
const sides: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  inset: [
    ['top', 0],
    ['right', 1],
    ['bottom', 2],
    ['left', 3],
  ],
  margin: [
    ['margin-top', 0],
    ['margin-left', 3],
  ],
  padding: [
    ['padding-right', 1],
    ['padding-bottom', 2],
    ['padding-left', 3],
  ],
}

const anyKeyword = 'inherit|initial|unset|revert|revert-layer'
/** Browsers ignore a declaration whose value they do not know, and the one before it counts. */
const validValues: Readonly<Record<string, RegExp>> = {
  display: new RegExp(
    `^(?:${anyKeyword}|none|contents|block|inline|inline-block|flow-root|list-item|run-in|math|(?:inline-)?(?:flex|grid|table)|-webkit-(?:inline-)?box|-ms-(?:flexbox|grid)|(?:inline|block) [a-z -]{1,30}|table-(?:row|cell|column|caption|row-group|column-group|header-group|footer-group)|ruby(?:-base|-text)?)$`,
  ),
  visibility: new RegExp(`^(?:${anyKeyword}|visible|hidden|collapse)$`),
  opacity: new RegExp(`^(?:${anyKeyword}|[-+.\\d][\\d.]*%?|[a-z-]+\\(.*)$`, 's'),
  position: new RegExp(`^(?:${anyKeyword}|static|relative|absolute|fixed|(?:-webkit-)?sticky)$`),
  color: /^(?:[a-z]+|#[\da-f]{3,8}|[a-z-]+\(.*)$/s,
  'font-size': /\d|[a-z-]/,
}
const maxValueCharacters = 2000
const maxDeclarations = 1000

/** Parses what an element says of its own style. */
export function parseDeclarations(text: string): readonly StyleDeclaration[] {
  const list = parse(text, {
    context: 'declarationList',
    parseValue: false,
    parseAtrulePrelude: false,
  })
  return toDeclarations([...(list.children ?? [])])
}

/** Returns those of a block's declarations that decide whether a text is seen, by their longest names. */
export function toDeclarations(nodes: readonly CssNode[]): readonly StyleDeclaration[] {
  return nodes
    .filter(({ type }) => type === 'Declaration')
    .slice(0, maxDeclarations)
    .flatMap(({ property = '', value, important }) => {
      const text = typeof value === 'object' && value ? String(value.value ?? '') : ''
      const isImportant = important === true
      const name = property.startsWith('--') ? property : property.toLowerCase()
      return expand(name, text.replace(/\/\*[^*]*\*\//g, ' ').trim()).map(
        ([longName, ownValue]): StyleDeclaration => ({
          property: longName,
          value: ownValue,
          isImportant,
        }),
      )
    })
}

function expand(name: string, value: string): readonly (readonly [string, string])[] {
  if (value === '' || value.length > maxValueCharacters) return []
  if (name.startsWith('--')) return [[name, value]]
  const plain = value.toLowerCase()
  const fourSides = sides[name]
  if (fourSides) {
    const parts = valueParts(plain)
    return fourSides.map(([side, i]) => [side, parts[i] ?? parts[i - 2] ?? parts[0] ?? ''])
  }
  const longNames = shorthands[name] ?? (properties.has(name) ? [name] : [])
  return longNames
    .filter((longName) => plain.includes('var(') || (validValues[longName]?.test(plain) ?? true))
    .map((longName) => [longName, plain])
}
