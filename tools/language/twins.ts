/** Rules about names that several files export. */
import type { ExportedName } from './exports.ts'
import type { Violation } from './violation.ts'

/** Returns one violation for each name that several production files declare and export. */
export function findTwins(names: readonly ExportedName[]): readonly Violation[] {
  return groupTwins(names)
    .filter((twins) => !isEndpointAndUseCase(twins))
    .map(describe)
}

/** Returns the use cases of the server that bear the name of their endpoint, as they should. */
export function findEndpointTwins(names: readonly ExportedName[]): readonly Violation[] {
  return groupTwins(names).filter(isEndpointAndUseCase).map(describe)
}

type Twins = readonly ExportedName[]

function groupTwins(names: readonly ExportedName[]): readonly Twins[] {
  const groups = Map.groupBy(names.filter(mustBeUnique), ({ text }) => text)
  return [...groups.values()].filter((group) => new Set(group.map(({ path }) => path)).size > 1)
}

/** Types are unique everywhere; functions and constants within the server and the packages. */
function mustBeUnique({ path, isType, isTest }: ExportedName): boolean {
  if (isTest) return false
  return isType || /^(?:apps[/]server|packages[/][^/]+)[/]src[/]/.test(path)
}

function isEndpointAndUseCase(twins: Twins): boolean {
  const paths = new Set(twins.map(({ path }) => path))
  const isUseCase = twins.some(({ path, isType }) => path.startsWith('apps/server/') && !isType)
  return paths.size === 2 && isUseCase && [...paths].some(isContract)
}

const isContract = (path: string) => path.startsWith('packages/contract/')

function describe([first, ...rest]: Twins): Violation {
  if (!first) throw new Error('A group of twins is never empty.')
  const { path, line, text, isTest } = first
  const note = `also ${rest.map((twin) => `${twin.path}:${twin.line}`).join(', ')}`
  return { path, line, text, note, isTest }
}
