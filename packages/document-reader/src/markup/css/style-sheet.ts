import parse, { type CssNode } from 'css-tree/parser'
import { tooDeep } from '../parse-xml.ts'
import { type StyleDeclaration, toDeclarations } from './declarations.ts'
import { appliesToScreen } from './media-query.ts'
import { compileSelectors, type Selector } from './selector.ts'
import { tooManyRules } from './step-budget.ts'

export type StyleRule = {
  readonly selector: Selector
  readonly declarations: readonly StyleDeclaration[]
  /** The place of its cascade layer; `undefined` outside layers. */
  readonly layer: number | undefined
}

export type StyleRules = {
  readonly rules: readonly StyleRule[]
  /** The names of animations. */
  readonly animations: ReadonlySet<string>
}

const maxCharacters = 4_000_000
const maxRules = 50_000
const maxLayers = 1000
const maxNesting = 12

type RuleBuilder = {
  readonly rules: StyleRule[]
  readonly animations: Set<string>
  readonly layers: string[]
  readonly isQuirky: boolean
}
type RuleContext = {
  readonly outer?: readonly Selector[] | undefined
  readonly layerName?: string | undefined
  readonly depth: number
}

/**
 * Returns the rules of style sheets that apply to a person at a screen. What a sheet imports is never fetched.
 * Throws `ReadError` for more rules than any page needs.
 */
export function parseStyleSheets(sheets: readonly string[], isQuirky: boolean): StyleRules {
  const builder: RuleBuilder = { rules: [], animations: new Set(), layers: [], isQuirky }
  let characters = 0
  for (const sheet of sheets) {
    characters += sheet.length
    if (characters > maxCharacters) throw tooManyRules()
    readNodes(parseSheet(sheet), builder, { depth: 0 })
  }
  return builder
}

function parseSheet(text: string): readonly CssNode[] {
  const content = text.replace(/^\s*<!--/, '').replace(/-->\s*$/, '')
  try {
    const options = { parseValue: false, parseAtrulePrelude: false }
    return [...(parse(content, { context: 'stylesheet', ...options }).children ?? [])]
  } catch (error) {
    // Each level of nesting is a call inside the parser.
    throw error instanceof RangeError ? tooDeep() : error
  }
}

function readNodes(nodes: readonly CssNode[], builder: RuleBuilder, context: RuleContext): void {
  if (context.depth > maxNesting) throw tooDeep()
  for (const node of nodes) {
    if (node.type === 'Rule') readRule(node, builder, context)
    else if (node.type === 'Atrule') readAtRule(node, builder, context)
    else readMisunderstood(node, builder, context)
  }
}

function readRule({ prelude, block }: CssNode, builder: RuleBuilder, context: RuleContext): void {
  const { outer, depth } = context
  const { isQuirky } = builder
  const selectors =
    prelude && compileSelectors(prelude, { isQuirky, outer, isNested: outer !== undefined })
  if (!selectors || selectors.length === 0) return
  const nodes = [...(block?.children ?? [])]
  addRules(nodes, builder, { ...context, outer: selectors })
  const innerNodes = nodes.filter((node) => !isPlainDeclaration(node))
  readNodes(innerNodes, builder, { ...context, outer: selectors, depth: depth + 1 })
}

/** Adds what a block declares itself for the elements of its selectors. */
function addRules(
  nodes: readonly CssNode[],
  { rules, layers }: RuleBuilder,
  { outer = [], layerName }: RuleContext,
): void {
  const declarations = toDeclarations(nodes.filter(isPlainDeclaration))
  if (declarations.length === 0) return
  if (rules.length + outer.length > maxRules) throw tooManyRules()
  const layer = layerName === undefined ? undefined : layers.indexOf(layerName)
  for (const selector of outer) rules.push({ selector, declarations, layer })
}

const isPlainDeclaration = ({ type, property = '', value }: CssNode): boolean =>
  type === 'Declaration' && (property.startsWith('--') || !rawOf(value).includes('{'))

const rawOf = (value: CssNode['value']): string =>
  typeof value === 'object' && value ? String(value.value ?? '') : String(value ?? '')

/** A rule inside another one without `&` was taken for a declaration. */
function readMisunderstood(node: CssNode, builder: RuleBuilder, context: RuleContext): void {
  if (!context.outer) return
  const text =
    node.type === 'Declaration' ? `${node.property}:${rawOf(node.value)}` : rawOf(node.value)
  if (!text.includes('{')) return
  readNodes(parseSheet(text), builder, { ...context, depth: context.depth + 1 })
}

function readAtRule(node: CssNode, builder: RuleBuilder, context: RuleContext): void {
  const name = String(node.name ?? '').toLowerCase()
  const prelude = rawOf(node.prelude?.value).trim()
  if (name.endsWith('keyframes')) builder.animations.add(prelude.toLowerCase())
  if (name === 'layer') readLayer(node, prelude, { builder, context })
  else if (holdsRules(name, prelude)) readInner(node, builder, context)
}

/** A condition that nobody can judge here, such as the size of a container, is taken for true. */
function holdsRules(name: string, prelude: string): boolean {
  if (name === 'media') return appliesToScreen(prelude)
  if (name === 'supports') return !/^not\b/i.test(prelude)
  return name === 'container' || name === 'scope'
}

function readInner({ block }: CssNode, builder: RuleBuilder, context: RuleContext): void {
  const nodes = [...(block?.children ?? [])]
  if (context.outer) addRules(nodes, builder, context)
  const innerNodes = nodes.filter((node) => !isPlainDeclaration(node))
  readNodes(innerNodes, builder, { ...context, depth: context.depth + 1 })
}

type LayerContext = { readonly builder: RuleBuilder; readonly context: RuleContext }

/** Layers rank in the order in which they are first named. */
function readLayer(node: CssNode, prelude: string, { builder, context }: LayerContext): void {
  const { layers } = builder
  const outerName = context.layerName === undefined ? '' : `${context.layerName}.`
  const names = (prelude || `${layers.length}`).split(',').map((name) => outerName + name.trim())
  for (const name of names) {
    if (layers.includes(name)) continue
    if (layers.length >= maxLayers) throw tooManyRules()
    layers.push(name)
  }
  if (node.block) readInner(node, builder, { ...context, layerName: names[0] })
}
