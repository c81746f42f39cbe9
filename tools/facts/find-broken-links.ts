import { dirname, posix } from 'node:path'
import { findAnchors, findLinks } from './markdown.ts'
import type { MarkdownPage, Repository } from './repository.ts'

/** Returns complaints about relative links whose file or heading does not exist. */
export function findBrokenLinks(
  pages: readonly MarkdownPage[],
  repository: Repository,
): readonly string[] {
  const anchorsOf = createAnchorFinder(pages)
  return pages.flatMap((page) =>
    findLinks(page.content)
      .filter(({ text }) => !/^[a-z][a-z\d+.-]*:/.test(text))
      .flatMap(({ text, line }) => {
        const problem = judgeLink(page.path, text, { repository, anchorsOf })
        return problem ? [`${page.path}:${line} ${problem}`] : []
      }),
  )
}

/** Returns complaints about pages of docs/ that code mentions and that do not exist. */
export function findBrokenMentions(
  files: readonly MarkdownPage[],
  pages: readonly MarkdownPage[],
): readonly string[] {
  const anchorsOf = createAnchorFinder(pages)
  return files.flatMap(({ path, content }) =>
    [...content.matchAll(/\bdocs\/[\w/-]+\.md(?:#([\w-]+))?/g)].flatMap(([mention, anchor]) => {
      const anchors = anchorsOf(mention.replace(/#.*/, ''))
      if (anchors && (anchor === undefined || anchors.has(anchor))) return []
      return [`${path} mentions ${mention}, which does not exist.`]
    }),
  )
}

type AnchorFinder = (path: string) => ReadonlySet<string> | undefined

function createAnchorFinder(pages: readonly MarkdownPage[]): AnchorFinder {
  const anchors = new Map(pages.map(({ path, content }) => [path, findAnchors(content)]))
  return (path) => anchors.get(path)
}

function judgeLink(
  from: string,
  target: string,
  { repository, anchorsOf }: { readonly repository: Repository; readonly anchorsOf: AnchorFinder },
): string | undefined {
  const [file = '', anchor] = target.split('#')
  const path = file === '' ? from : posix.join(dirname(from), decodeURI(file))
  if (!repository.has(path)) return `links to ${target}, but ${path} does not exist.`
  const anchors = anchorsOf(path)
  if (anchor === undefined || anchors === undefined || anchors.has(anchor)) return undefined
  return `links to ${target}, but ${path} has no heading for #${anchor}.`
}
