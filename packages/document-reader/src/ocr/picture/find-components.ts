import type { InkMask } from './find-ink.ts'

/** Ink that hangs together, diagonals included. Pixels; `right` and `bottom` are the first outside. */
export type Component = {
  left: number
  top: number
  right: number
  bottom: number
  /** Pixels of ink. */
  area: number
}

type Run = { readonly start: number; readonly end: number; readonly label: number }

/**
 * Connected components of a picture, eight neighbours, by runs and union-find (C. Ronse and P. Devijver,
 * "Connected Components in Binary Images: the Detection Problem", 1984).
 */
export function findComponents(ink: InkMask): Component[] {
  const parents: number[] = []
  const components: Component[] = []
  const rootOf = (label: number): number => {
    let root = label
    while (parents[root] !== root) root = parents[root]!
    parents[label] = root
    return root
  }
  const merge = (a: number, b: number): number => {
    const [keep, drop] = a < b ? [a, b] : [b, a]
    if (keep === drop) return keep
    parents[drop] = keep
    absorb(components[keep]!, components[drop]!)
    return keep
  }

  let previousRuns: Run[] = []
  for (let y = 0; y < ink.height; y++) {
    let first = 0
    previousRuns = runsOf(ink, y).map(([start, end]) => {
      const component = { left: start, top: y, right: end, bottom: y + 1, area: end - start }
      let label = parents.length
      parents.push(label)
      components.push(component)
      while (first < previousRuns.length && previousRuns[first]!.end < start) first++
      for (let i = first; i < previousRuns.length && previousRuns[i]!.start <= end; i++)
        label = merge(rootOf(label), rootOf(previousRuns[i]!.label))
      return { start, end, label }
    })
  }
  return components.filter((_, label) => parents[label] === label)
}

/** Returns where ink begins and ends in a row. */
export function runsOf({ width, pixels }: InkMask, y: number): [start: number, end: number][] {
  const runs: [number, number][] = []
  const from = y * width
  let start = -1
  for (let x = 0; x <= width; x++) {
    const isInk = x < width && pixels[from + x] === 1
    if (isInk && start < 0) start = x
    if (isInk || start < 0) continue
    runs.push([start, x])
    start = -1
  }
  return runs
}

function absorb(target: Component, source: Component): void {
  target.left = Math.min(target.left, source.left)
  target.top = Math.min(target.top, source.top)
  target.right = Math.max(target.right, source.right)
  target.bottom = Math.max(target.bottom, source.bottom)
  target.area += source.area
}

/** Letters and digits among the components: neither specks nor rules nor pictures. */
export function lettersAmong(components: readonly Component[], { width }: InkMask): Component[] {
  const maxSize = Math.max(40, width / 8)
  const candidates = components.filter((component) => {
    const width = component.right - component.left
    const height = component.bottom - component.top
    const size = Math.max(width, height)
    return size >= 5 && size <= maxSize && width < height * 8 && height < width * 8
  })
  const size = medianSize(candidates)
  return candidates.filter((component) => {
    const own = Math.max(component.right - component.left, component.bottom - component.top)
    return own > size * 0.4 && own < size * 4
  })
}

/** Pixels: the larger side of the middle component; 0 when there is none. */
export function medianSize(components: readonly Component[]): number {
  const sizes = components.map((c) => Math.max(c.right - c.left, c.bottom - c.top))
  sizes.sort((a, b) => a - b)
  return sizes[sizes.length >> 1] ?? 0
}
