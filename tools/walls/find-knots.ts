export type Import = { readonly from: string; readonly to: string }

/** Folders (and files) that lie side by side and reach each other in a circle. */
export type Knot = {
  readonly folder: string
  readonly members: readonly string[]
  /** The imports of one shortest way round. */
  readonly circle: readonly Import[]
}

/** From each member of a folder to those that it imports, with one import for each. */
type Neighbours = Map<string, Map<string, Import>>

/**
 * Returns the knots of every folder. What lies in a folder counts as a whole: two folders are knotted when
 * a file of each imports a file of the other, though no two files import each other.
 */
export function findKnots(imports: readonly Import[]): Knot[] {
  const folders = new Map<string, Neighbours>()
  for (const one of imports) {
    const { folder, from, to } = split(one)
    if (from === to) continue
    const neighbours: Neighbours = folders.get(folder) ?? new Map()
    const imported = neighbours.get(from) ?? new Map<string, Import>()
    folders.set(folder, neighbours.set(from, imported))
    if (!imported.has(to)) imported.set(to, one)
  }
  return [...folders].flatMap(([folder, neighbours]) => knotsOf(folder, neighbours))
}

/** The last folder that both files share, and what lies in it towards each of them. */
function split({ from, to }: Import) {
  const froms = from.split('/')
  const tos = to.split('/')
  const depth = froms.findIndex((name, index) => name !== tos[index])
  if (depth < 0) return { folder: from, from, to }
  return {
    folder: froms.slice(0, depth).join('/'),
    from: froms[depth] ?? '',
    to: tos[depth] ?? '',
  }
}

function knotsOf(folder: string, neighbours: Neighbours): Knot[] {
  const reach = new Map(
    [...neighbours.keys()].map((name) => [name, reachableFrom(name, neighbours)]),
  )
  const seen = new Set<string>()
  const knots: Knot[] = []
  for (const [name, reached] of reach) {
    if (seen.has(name) || !reached.has(name)) continue
    const members = [...reached.keys()].filter((other) => reach.get(other)?.has(name))
    for (const member of members) seen.add(member)
    knots.push({ folder, members: members.toSorted(), circle: reached.get(name) ?? [] })
  }
  return knots
}

/** All that can be reached, nearest first, with a shortest way there; itself too, if in a circle. */
function reachableFrom(start: string, neighbours: Neighbours): Map<string, readonly Import[]> {
  const ways = new Map<string, readonly Import[]>()
  const names = [start]
  for (const name of names) {
    const way = ways.get(name) ?? []
    for (const [to, one] of neighbours.get(name) ?? []) {
      if (ways.has(to)) continue
      ways.set(to, [...way, one])
      names.push(to)
    }
  }
  return ways
}
