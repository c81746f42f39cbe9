type File = { readonly path: string; readonly text: string }

export type SameName = { readonly name: string; readonly paths: readonly string[] }

/** A type, or a schema: a constant in upper case that a type is made of. */
const declared = /^export (?:abstract )?(?:type|interface|class|enum|const) ([A-Z]\w*)/gm

/** Returns the exported types that more than one file declares under the same name. */
export function findSameNames(files: readonly File[]): SameName[] {
  const pathsOf = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const [, name = ''] of text.matchAll(declared)) {
      pathsOf.set(name, (pathsOf.get(name) ?? new Set()).add(path))
    }
  }
  return [...pathsOf]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => ({ name, paths: [...paths].toSorted() }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Returns what `allowed`, names by the reason for them, does not explain, and what it explains in vain. */
export function judgeNames(
  found: readonly SameName[],
  allowed: Readonly<Record<string, readonly string[]>>,
): string[] {
  const names = new Set(found.map(({ name }) => name))
  const explained = Object.values(allowed).flat()
  return [
    ...found
      .filter(({ name }) => !explained.includes(name))
      .map(({ name, paths }) => `${name} names several things:\n  ${paths.join('\n  ')}`),
    ...explained
      .filter((name) => !names.has(name))
      .map((name) => `${name} names one thing only: take it out of the list.`),
  ]
}
