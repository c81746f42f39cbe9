import { parseDeclarations, type StyleDeclaration } from './declarations.ts'
import type { PlacedElement } from './placed-element.ts'
import { classNames, idOf, matches } from './selector.ts'
import type { StepBudget } from './step-budget.ts'
import type { StyleRule } from './style-sheet.ts'

/** The declarations that win for an element, by property, as they are written. */
export type DeclaredStyle = ReadonlyMap<string, string>

export type Cascade = {
  /** Returns `undefined` for an element of which nothing is declared. */
  styleOf(place: PlacedElement): DeclaredStyle | undefined
}

type IndexedRule = StyleRule & { readonly order: number }

const maxInlineCharacters = 10_000
/** Many elements have the same style, such as the cells of a table. */
const maxCachedStyles = 10_000

/**
 * Finds for each element which declarations win: by importance, the element's own style, the layer, the specificity
 * and the order of the rules (CSS Cascading and Inheritance Level 5, section 6.1).
 */
export function openCascade(
  rules: readonly StyleRule[],
  { isQuirky, budget }: { readonly isQuirky: boolean; readonly budget: StepBudget },
): Cascade {
  const byKey = Map.groupBy(
    rules.map((rule, order): IndexedRule => ({ ...rule, order })),
    ({ selector }) => selector.key,
  )
  const candidatesOf = ({ element: { name, attributes } }: PlacedElement) => {
    const { id, class: classes } = attributes
    const keys = ['*', name]
    if (id !== undefined) keys.push(`#${idOf(id, isQuirky)}`)
    if (classes !== undefined)
      for (const one of new Set(classNames(classes, isQuirky))) keys.push(`.${one}`)
    return keys.flatMap((key) => byKey.get(key) ?? [])
  }
  const inlineStyles = new Map<string, readonly StyleDeclaration[]>()
  const parseInline = (text: string) => {
    const knownStyle = inlineStyles.get(text)
    if (knownStyle) return knownStyle
    const declarations = parseDeclarations(text)
    if (inlineStyles.size < maxCachedStyles) inlineStyles.set(text, declarations)
    return declarations
  }
  return {
    styleOf(place) {
      const { style } = place.element.attributes
      const ruleMatches = candidatesOf(place).filter(({ selector }) =>
        matches(selector, place, budget),
      )
      if (style === undefined && ruleMatches.length === 0) return undefined
      const inline = style ? parseInline(style.slice(0, maxInlineCharacters)) : []
      return winnersOf(ruleMatches, inline)
    },
  }
}

type Weight = readonly number[]

function winnersOf(
  rules: readonly IndexedRule[],
  inline: readonly StyleDeclaration[],
): DeclaredStyle {
  const weights = new Map<string, Weight>()
  const style = new Map<string, string>()
  const declare = ({ property, value }: StyleDeclaration, weight: Weight) => {
    const otherWeight = weights.get(property)
    if (otherWeight && isLess(weight, otherWeight)) return
    weights.set(property, weight)
    style.set(property, value)
  }
  for (const { declarations, selector, layer, order } of rules)
    for (const one of declarations) {
      const rank = layerRank(layer, one.isImportant)
      declare(one, [Number(one.isImportant), 0, rank, selector.specificity, order])
    }
  for (const one of inline) declare(one, [Number(one.isImportant), 1, 0, 0, 0])
  return style
}

/** Outside layers is stronger than any layer, but for what is important: there, the first layer is the strongest. */
function layerRank(layer: number | undefined, isImportant: boolean): number {
  if (layer === undefined) return isImportant ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return isImportant ? -layer : layer
}

function isLess(a: Weight, b: Weight): boolean {
  for (const [i, number] of a.entries()) if (number !== b[i]) return number < b[i]!
  return false
}
