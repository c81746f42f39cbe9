/** Returns complaints about entries of a list in a page that the code lacks, and the other way round. */
export function judgeList(
  page: string,
  noun: string,
  {
    shownNames,
    actualNames,
  }: { readonly shownNames: readonly string[]; readonly actualNames: readonly string[] },
): readonly string[] {
  const missingNames = actualNames.filter((name) => !shownNames.includes(name))
  const unknownNames = shownNames.filter((name) => !actualNames.includes(name))
  return [
    ...missingNames.map((name) => `${page} lacks the ${noun} ${name}.`),
    ...unknownNames.map((name) => `${page} has the ${noun} ${name}, which the code does not have.`),
  ]
}

/** Returns the layers of the drawing in ARCHITECTURE.md, such as `14 metrics`. */
export function readShownLayers(content: string): readonly string[] {
  const drawing = /## Layers[\s\S]*?```\n([\s\S]*?)```/.exec(content)?.[1] ?? ''
  const cells = [...drawing.matchAll(/(\d+) {2}([a-z-]+(?: {2}[a-z-]+)*)/g)]
  return cells.flatMap(([, number, names = '']) =>
    names.split(/ {2,}/).map((name) => `${number} ${name}`),
  )
}

/** Returns the lines of the log that docs/operations/running.md explains. */
export function readShownLogLines(content: string): readonly string[] {
  const [, section = ''] = /\n## The log\n([\s\S]*?)(?=\n## |$)/.exec(content) ?? []
  return [...section.matchAll(/^[|] `([^`]+)`/gm)].map(([, text = '']) => text)
}

/** Returns the stores in the first column of the table of docs/security.md, as paths below `features/`. */
export function readShownStores(content: string): readonly string[] {
  const [, table = ''] = /\n\| stores \| why \|\n([\s\S]*?)\n\n/.exec(content) ?? []
  return table.split('\n').flatMap((line) => {
    const names = [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, name = '']) => name,
    )
    const [module] = names[0]?.split('/') ?? []
    const folder = names[0]?.replace(/\/[^/]+$/, '')
    return names.map((name) => {
      if (!name.startsWith('…/')) return name
      const rest = name.slice(2)
      return rest.includes('/') ? `${module}/${rest}` : `${folder}/${rest}`
    })
  })
}
