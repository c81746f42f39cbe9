import type { MarkdownPage } from './repository.ts'

/** Returns complaints about `npm run` commands in pages that package.json does not have. */
export function findUnknownCommands(
  pages: readonly MarkdownPage[],
  scripts: Readonly<Record<string, string>>,
): readonly string[] {
  return pages.flatMap(({ path, content }) =>
    [...content.matchAll(/npm run (?:--?[a-z]+ )*([a-z][\w:-]*)/g)]
      .filter(([, name = '']) => !Object.hasOwn(scripts, name))
      .map(([, name]) => `${path} shows \`npm run ${name}\`, which package.json does not have.`),
  )
}

/** Returns complaints about scripts of package.json that the page for them leaves out. */
export function findUndocumentedCommands(
  pages: readonly MarkdownPage[],
  scripts: Readonly<Record<string, string>>,
): readonly string[] {
  const contents = new Map(pages.map(({ path, content }) => [path, content]))
  // Nobody runs a script that npm runs before another.
  const isForPeople = (name: string) => !(name.startsWith('pre') && name.slice(3) in scripts)
  return Object.keys(scripts)
    .filter(isForPeople)
    .flatMap((name) => {
      const page = name.startsWith('bench:') ? 'docs/benchmarks.md' : 'docs/operations/settings.md'
      const command = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`
      const isShown = new RegExp(`${command}(?![\\w:-])`).test(contents.get(page) ?? '')
      return isShown ? [] : [`${page} does not show \`${command}\`, which package.json has.`]
    })
}
