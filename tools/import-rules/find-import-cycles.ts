export type ImportEdge = { readonly from: string; readonly to: string }

/** Neighbouring folders (and files beside them) that import each other, directly or through others. */
export type ImportCycle = {
  readonly folder: string
  readonly members: readonly string[]
  /** The imports that form a shortest cycle. */
  readonly imports: readonly ImportEdge[]
}

/** Maps each member of a folder to the members it imports, with one import as an example for each. */
type Neighbours = Map<string, Map<string, ImportEdge>>

/**
 * Returns the import cycles of every folder. A folder counts as a whole: two folders form a cycle when a
 * file of each imports a file of the other, even if no two files import each other.
 */
export function findImportCycles(imports: readonly ImportEdge[]): ImportCycle[] {
  const neighboursByFolder = new Map<string, Neighbours>()
  for (const edge of imports) {
    const { folder, from, to } = splitAtSharedFolder(edge)
    if (from === to) continue
    const neighbours: Neighbours = neighboursByFolder.get(folder) ?? new Map()
    const edgesByTarget = neighbours.get(from) ?? new Map<string, ImportEdge>()
    neighboursByFolder.set(folder, neighbours.set(from, edgesByTarget))
    if (!edgesByTarget.has(to)) edgesByTarget.set(to, edge)
  }
  return [...neighboursByFolder].flatMap(([folder, neighbours]) => listCycles(folder, neighbours))
}

/** Returns the deepest folder that contains both files, and its member on the way to each of them. */
function splitAtSharedFolder({ from, to }: ImportEdge) {
  const fromSegments = from.split('/')
  const toSegments = to.split('/')
  const depth = fromSegments.findIndex((name, index) => name !== toSegments[index])
  if (depth < 0) return { folder: from, from, to }
  return {
    folder: fromSegments.slice(0, depth).join('/'),
    from: fromSegments[depth] ?? '',
    to: toSegments[depth] ?? '',
  }
}

function listCycles(folder: string, neighbours: Neighbours): ImportCycle[] {
  const pathsByMember = new Map(
    [...neighbours.keys()].map((name) => [name, findPathsFrom(name, neighbours)]),
  )
  const visitedMembers = new Set<string>()
  const cycles: ImportCycle[] = []
  for (const [name, paths] of pathsByMember) {
    if (visitedMembers.has(name) || !paths.has(name)) continue
    const members = [...paths.keys()].filter((target) => pathsByMember.get(target)?.has(name))
    for (const member of members) visitedMembers.add(member)
    cycles.push({ folder, members: members.toSorted(), imports: paths.get(name) ?? [] })
  }
  return cycles
}

/**
 * Returns a shortest path to each member that can be reached from `start`, nearest first. It contains
 * `start` itself only if that is part of a cycle.
 */
function findPathsFrom(start: string, neighbours: Neighbours): Map<string, readonly ImportEdge[]> {
  const paths = new Map<string, readonly ImportEdge[]>()
  const queue = [start]
  for (const name of queue) {
    const path = paths.get(name) ?? []
    for (const [to, edge] of neighbours.get(name) ?? []) {
      if (paths.has(to)) continue
      paths.set(to, [...path, edge])
      queue.push(to)
    }
  }
  return paths
}
