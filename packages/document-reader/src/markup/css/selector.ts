import type { CssNode } from 'css-tree/parser'
import { isElement } from '../parse-xml.ts'
import { type PlacedElement, placeChildren } from './placed-element.ts'
import type { StepBudget } from './step-budget.ts'

type Test = (place: PlacedElement, budget: StepBudget) => boolean

type Compound = {
  readonly tests: readonly Test[]
  /** The sign between it and the next one, which stands to its left. */
  readonly combinator: string
}

export type Selector = {
  /** From right to left: the first is about the element itself. */
  readonly compounds: readonly Compound[]
  /** Counts of ids, classes and types, as one number. */
  readonly specificity: number
  /** An id, a class or a type that the element must have, as `#a`, `.a` or `a`; `*` when there is none. */
  readonly key: string
}

export type SelectorContext = {
  /** Pages without a document type do not distinguish capitals in classes and ids. */
  readonly isQuirky: boolean
  /** The selectors that `&` stands for. */
  readonly outer?: readonly Selector[] | undefined
  /** A selector without `&` begins below that, as in a rule inside another one. */
  readonly isNested?: boolean
}

const weights = { id: 1_000_000, class: 1000, type: 1 }
const maxNesting = 8

/** Compiles a list of selectors; `undefined` where a browser drops the rule because it does not know one of them. */
export function compileSelectors(
  list: CssNode,
  context: SelectorContext,
  depth = 0,
): readonly Selector[] | undefined {
  if (list.type !== 'SelectorList' || depth > maxNesting) return undefined
  const selectors: Selector[] = []
  for (const node of list.children ?? []) {
    const selector = compileSelector(node, context, depth)
    if (!selector) return undefined
    if (selector !== 'never') selectors.push(selector)
  }
  return selectors
}

type SelectorBuilder = {
  readonly compounds: { tests: Test[]; combinator: string }[]
  specificity: number
  key: string
}

function compileSelector(
  node: CssNode,
  context: SelectorContext,
  depth: number,
): Selector | 'never' | undefined {
  const builder: SelectorBuilder = {
    compounds: [{ tests: [], combinator: '' }],
    specificity: 0,
    key: '*',
  }
  for (const part of partsOf(node, context)) {
    if (part.type === 'Combinator') {
      builder.compounds.unshift({ tests: [], combinator: nameOf(part) })
      builder.key = '*'
      continue
    }
    const compiledPart = compilePart(part, context, depth)
    if (!compiledPart || compiledPart === 'never') return compiledPart
    addPart(builder, compiledPart)
  }
  return builder
}

function partsOf(node: CssNode, { isNested }: SelectorContext): readonly CssNode[] {
  const parts = [...(node.children ?? [])]
  if (!isNested || parts.some(({ type }) => type === 'NestingSelector')) return parts
  const isRelative = parts[0]?.type === 'Combinator'
  const separators = isRelative ? [] : [{ type: 'Combinator', name: ' ' }]
  return [{ type: 'NestingSelector' }, ...separators, ...parts]
}

function addPart(builder: SelectorBuilder, { test, weight, key }: CompiledPart): void {
  builder.compounds[0]!.tests.push(test)
  builder.specificity += weight
  if (key && keyRank(key) > keyRank(builder.key)) builder.key = key
}

const keyRank = (key: string) => (key === '*' ? 0 : key[0] === '#' ? 3 : key[0] === '.' ? 2 : 1)

type CompiledPart = { readonly test: Test; readonly weight: number; readonly key?: string }

function compilePart(
  part: CssNode,
  context: SelectorContext,
  depth: number,
): CompiledPart | 'never' | undefined {
  switch (part.type) {
    case 'TypeSelector':
      return compileType(nameOf(part).toLowerCase())
    case 'ClassSelector':
      return compileClass(unescapeName(nameOf(part)), context)
    case 'IdSelector':
      return compileId(unescapeName(nameOf(part)), context)
    case 'AttributeSelector':
      return compileAttribute(part)
    case 'PseudoClassSelector':
      return compilePseudoClass(part, context, depth)
    case 'PseudoElementSelector':
      return 'never'
    case 'NestingSelector':
      return compileAny(context.outer ?? [])
    default:
      return undefined
  }
}

function compileType(qualifiedName: string): CompiledPart {
  const name = unescapeName(qualifiedName.slice(qualifiedName.indexOf('|') + 1))
  if (name === '*') return { test: () => true, weight: 0 }
  return { test: ({ element }) => element.name === name, weight: weights.type, key: name }
}

function compileClass(name: string, { isQuirky }: SelectorContext): CompiledPart {
  const className = isQuirky ? name.toLowerCase() : name
  return {
    test({ element }) {
      const classes = element.attributes.class
      return classes !== undefined && classNames(classes, isQuirky).includes(className)
    },
    weight: weights.class,
    key: `.${className}`,
  }
}

function compileId(name: string, { isQuirky }: SelectorContext): CompiledPart {
  const id = isQuirky ? name.toLowerCase() : name
  return {
    test: ({ element }) => idOf(element.attributes.id, isQuirky) === id,
    weight: weights.id,
    key: `#${id}`,
  }
}

export const idOf = (id: string | undefined, isQuirky: boolean): string | undefined =>
  isQuirky ? id?.toLowerCase() : id

const maxClassCharacters = 2000

export function classNames(classes: string, isQuirky: boolean): readonly string[] {
  const list = classes.slice(0, maxClassCharacters)
  return (isQuirky ? list.toLowerCase() : list).split(/[\s]+/)
}

const comparisons: Readonly<Record<string, (value: string, wantedValue: string) => boolean>> = {
  '=': (value, wantedValue) => value === wantedValue,
  '~=': (value, wantedValue) => wantedValue !== '' && value.split(/\s+/).includes(wantedValue),
  '|=': (value, wantedValue) => value === wantedValue || value.startsWith(`${wantedValue}-`),
  '^=': (value, wantedValue) => wantedValue !== '' && value.startsWith(wantedValue),
  '$=': (value, wantedValue) => wantedValue !== '' && value.endsWith(wantedValue),
  '*=': (value, wantedValue) => wantedValue !== '' && value.includes(wantedValue),
}

/** HTML compares the values of these attributes without regard to capitals. */
const caselessAttributes = new Set(
  'align bgcolor color dir face lang media rel type valign checked disabled selected'.split(' '),
)

function compileAttribute({ name, matcher, value, flags }: CssNode): CompiledPart | undefined {
  const fullName = typeof name === 'object' ? nameOf(name) : ''
  const attribute = unescapeName(fullName.slice(fullName.indexOf('|') + 1)).toLowerCase()
  const weight = weights.class
  if (!matcher) return { test: ({ element }) => attribute in element.attributes, weight }
  const compare = comparisons[matcher]
  if (!compare) return undefined
  const isCaseless =
    flags?.toLowerCase() === 'i' || (caselessAttributes.has(attribute) && flags !== 's')
  const fold = (text: string) => (isCaseless ? text.toLowerCase() : text)
  const wantedValue = fold(valueTextOf(value))
  return {
    test({ element }) {
      const ownValue = element.attributes[attribute]
      return ownValue !== undefined && compare(fold(ownValue), wantedValue)
    },
    weight,
  }
}

function valueTextOf(value: CssNode['value']): string {
  if (typeof value !== 'object' || value === null) return ''
  return value.type === 'String' ? String(value.value ?? '') : unescapeName(nameOf(value))
}

const countOfType = ({ element, countsOfTypes }: PlacedElement) =>
  countsOfTypes.get(element.name) ?? 0

const places: Readonly<Record<string, Test>> = {
  root: ({ element }) => element.name === 'html',
  scope: ({ element }) => element.name === 'html',
  link: ({ element }) => element.name === 'a' && 'href' in element.attributes,
  'any-link': ({ element }) => element.name === 'a' && 'href' in element.attributes,
  disabled: ({ element }) => 'disabled' in element.attributes,
  required: ({ element }) => 'required' in element.attributes,
  empty: ({ element }) => element.children.every((node) => !isElement(node) && node === ''),
  'first-child': ({ index }) => index === 0,
  'last-child': ({ index, siblings }) => index === siblings.length - 1,
  'only-child': ({ siblings }) => siblings.length === 1,
  'first-of-type': ({ indexOfType }) => indexOfType === 0,
  'last-of-type': (place) => place.indexOfType === countOfType(place) - 1,
  'only-of-type': (place) => countOfType(place) === 1,
}

/** States that nobody has brought about. */
const neverTrue = new Set(
  'hover focus active visited focus-within focus-visible target checked indeterminate invalid user-invalid user-valid out-of-range autofill -webkit-autofill fullscreen modal playing popover-open placeholder-shown current future past dir lang host host-context state paused picture-in-picture'.split(
    ' ',
  ),
)
const alwaysTrue = new Set(
  'enabled defined read-write read-only valid in-range optional'.split(' '),
)

function compilePseudoClass(
  part: CssNode,
  context: SelectorContext,
  depth: number,
): CompiledPart | 'never' | undefined {
  const name = nameOf(part).toLowerCase()
  const weight = weights.class
  const place = places[name]
  if (place) return { test: place, weight }
  if (alwaysTrue.has(name)) return { test: () => true, weight }
  // Names of pseudo-elements from the time when they had one colon.
  if (['before', 'after', 'first-line', 'first-letter'].includes(name)) return 'never'
  if (neverTrue.has(name)) return { test: () => false, weight }
  const [inner] = part.children ?? []
  return inner && compileFunction(name, inner, { context, depth })
}

type CompileOptions = { readonly context: SelectorContext; readonly depth: number }

function compileFunction(
  name: string,
  inner: CssNode,
  { context, depth }: CompileOptions,
): CompiledPart | undefined {
  if (name.startsWith('nth-')) return compileNth(name, inner, { context, depth })
  if (name === 'has') return compileHas(inner, context, depth)
  const isForgiving = ['is', 'where', 'matches', '-moz-any', '-webkit-any'].includes(name)
  if (!isForgiving && name !== 'not') return undefined
  const selectors = compileSelectors(inner, { ...context, isNested: false }, depth + 1)
  if (!selectors) return isForgiving ? { test: () => false, weight: 0 } : undefined
  const alternative = compileAny(selectors)
  if (name === 'not')
    return { ...alternative, test: (place, budget) => !alternative.test(place, budget) }
  return name === 'where' ? { ...alternative, weight: 0 } : alternative
}

function compileAny(selectors: readonly Selector[]): CompiledPart {
  return {
    test: (place, budget) => selectors.some((selector) => matches(selector, place, budget)),
    weight: Math.max(0, ...selectors.map(({ specificity }) => specificity)),
  }
}

function compileNth(
  name: string,
  { nth, selector }: CssNode,
  { context, depth }: CompileOptions,
): CompiledPart | undefined {
  if (!nth) return undefined
  const [step, offset] = stepOf(nth)
  const filter = selector
    ? compileSelectors(selector, { ...context, isNested: false }, depth + 1)
    : undefined
  if (selector && !filter) return undefined
  const isOfType = name.endsWith('of-type')
  const isFromEnd = name.includes('last')
  return {
    test(place, budget) {
      const [index, count] = filter
        ? countAmong(filter, place, budget)
        : isOfType
          ? [place.indexOfType, countOfType(place)]
          : [place.index, place.siblings.length]
      if (index < 0) return false
      return isStep(isFromEnd ? count - index : index + 1, step, offset)
    },
    weight: weights.class,
  }
}

function isStep(place: number, step: number, offset: number): boolean {
  const distance = place - offset
  return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0
}

/** Returns the place of an element among those beside it that a selector is about, and how many these are. */
function countAmong(
  selectors: readonly Selector[],
  place: PlacedElement,
  budget: StepBudget,
): readonly [index: number, count: number] {
  const countedSiblings = place.siblings.filter((one) =>
    selectors.some((selector) => matches(selector, one, budget)),
  )
  return [countedSiblings.indexOf(place), countedSiblings.length]
}

function stepOf(nth: CssNode): readonly [step: number, offset: number] {
  if (nth.type === 'Identifier') return nameOf(nth).toLowerCase() === 'odd' ? [2, 1] : [2, 0]
  const { a, b } = nth
  const step = a === null || a === undefined ? 0 : Number(a === '-' || a === '+' ? `${a}1` : a || 1)
  return [step, Number(b ?? 0)]
}

/** Elements further down are not looked at: nothing that deep is written by hand. */
const maxHasDepth = 100

function compileHas(
  inner: CssNode,
  context: SelectorContext,
  depth: number,
): CompiledPart | undefined {
  const anchors: PlacedElement[] = []
  const anchor: Selector = {
    compounds: [{ tests: [({ element }) => element === anchors.at(-1)?.element], combinator: '' }],
    specificity: 0,
    key: '*',
  }
  const selectors = compileSelectors(
    inner,
    { ...context, outer: [anchor], isNested: true },
    depth + 1,
  )
  if (!selectors) return undefined
  const hasMatch = (place: PlacedElement, budget: StepBudget, level: number): boolean =>
    selectors.some((selector) => matches(selector, place, budget)) ||
    (level < maxHasDepth &&
      placeChildren(place).some((child) => hasMatch(child, budget, level + 1)))
  return {
    test(place, budget) {
      anchors.push(place)
      try {
        const laterSiblings = place.siblings.slice(place.index + 1)
        return [...placeChildren(place), ...laterSiblings].some((one) => hasMatch(one, budget, 0))
      } finally {
        anchors.pop()
      }
    },
    weight: Math.max(0, ...selectors.map(({ specificity }) => specificity)),
  }
}

/** Whether a selector is about an element. */
export function matches(selector: Selector, place: PlacedElement, budget: StepBudget): boolean {
  return matchesFrom(selector.compounds, 0, { place, budget })
}

type Position = { readonly place: PlacedElement; readonly budget: StepBudget }

function matchesFrom(
  compounds: readonly Compound[],
  first: number,
  { place, budget }: Position,
): boolean {
  budget.take()
  const compound = compounds[first]!
  if (!compound.tests.every((test) => test(place, budget))) return false
  if (first === compounds.length - 1) return true
  for (const candidate of candidatesOf(compounds[first]!.combinator, place))
    if (matchesFrom(compounds, first + 1, { place: candidate, budget })) return true
  return false
}

/** The elements to which the compound to the left may apply. */
function* candidatesOf(combinator: string, place: PlacedElement): Generator<PlacedElement> {
  const { parent, siblings, index } = place
  if (combinator === '>' && parent) yield parent
  if (combinator === '+' && index > 0) yield siblings[index - 1]!
  if (combinator === '~') for (let i = index - 1; i >= 0; i--) yield siblings[i]!
  if (combinator === ' ')
    for (let ancestor = parent; ancestor; ancestor = ancestor.parent) yield ancestor
}

const nameOf = ({ name }: CssNode): string => (typeof name === 'string' ? name : '')

/** Spells out the escapes of a name, such as those of `sm\:flex` and `\31 0`. */
const unescapeName = (name: string): string =>
  name.includes('\\')
    ? name.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, hex: string | undefined, sign = '') =>
        hex ? characterOf(Number.parseInt(hex, 16)) : sign,
      )
    : name

const characterOf = (code: number) =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
