import { childOf, elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import { showCount } from '../parts/list-numbers.ts'

export type ListPlace = { readonly list: string; readonly level: number }

/** Returns the label of the next paragraph at a place in a list, such as `3.` or `•`. */
export type NextLabel = (place: ListPlace) => string

type Level = { readonly format: string; readonly text: string; readonly start: number }

/** Reads the numbering part of a Word document. Lists with the same definition share one count. */
export function readNumbering(part: XmlElement): NextLabel {
  const abstract = new Map(
    findAll(part, 'abstractNum').map((one) => [one.attributes.abstractNumId, readLevels(one)]),
  )
  const lists = new Map(
    findAll(part, 'num').map((one) => [
      one.attributes.numId ?? '',
      {
        of: childOf(one, 'abstractNumId')?.attributes.val,
        restarts: findAll(one, 'startOverride'),
      },
    ]),
  )
  const counts = new Map<string, number[]>()

  return ({ list, level }) => {
    const definition = lists.get(list)
    const levels = abstract.get(definition?.of)
    const own = levels?.[level]
    if (!definition || !levels || !own) return ''
    const key = definition.restarts.length > 0 ? `restarted ${list}` : `${definition.of}`
    const count = counts.get(key) ?? []
    counts.set(key, count)
    countOn(count, levels, level)
    return labelOf(own, levels, count)
  }
}

/** Goes on to the next number of a level; deeper levels begin anew. */
function countOn(counts: number[], levels: readonly (Level | undefined)[], level: number): void {
  counts.length = Math.min(counts.length, level + 1)
  for (let i = 0; i <= level; i++) counts[i] ??= (levels[i]?.start ?? 1) - (i === level ? 1 : 0)
  counts[level]! += 1
}

function readLevels(abstract: XmlElement): Level[] {
  const levels: Level[] = []
  for (const level of elementsOf(abstract).filter(({ name }) => name === 'lvl')) {
    const depth = Math.min(8, Math.max(0, Number(level.attributes.ilvl) || 0))
    levels[depth] = {
      format: childOf(level, 'numFmt')?.attributes.val ?? 'decimal',
      text: childOf(level, 'lvlText')?.attributes.val ?? '',
      start: Number(childOf(level, 'start')?.attributes.val ?? 1) || 0,
    }
  }
  return levels
}

function labelOf(own: Level, levels: readonly (Level | undefined)[], counts: readonly number[]) {
  if (own.format === 'none') return ''
  if (own.format === 'bullet') return bulletOf(own.text)
  return own.text.replace(/%([1-9])/g, (_, digit: string) => {
    const depth = Number(digit) - 1
    return showCount(counts[depth] ?? 1, levels[depth]?.format ?? 'decimal')
  })
}

/** Symbol fonts draw their bullets at private places. */
function bulletOf(text: string): string {
  return /^[\ue000-\uf8ff]?$/.test(text) ? '•' : text
}
