import { dirname, posix } from 'node:path'
import { findLinks } from './markdown.ts'
import type { MarkdownPage, Repository } from './repository.ts'

const maxReadmeLines = 10
const maxDecisionWords = 400
const maxTuningWords = 600

/** Returns complaints about packages and feature modules without a README. */
export function findMissingReadmes(repository: Repository): readonly string[] {
  const folders = new Set(
    repository.files.flatMap((file) => {
      const [folder] = /^(?:packages|apps\/server\/src\/features)\/[^/]+(?=\/)/.exec(file) ?? []
      return folder ? [folder] : []
    }),
  )
  return [...folders]
    .filter((folder) => !repository.has(`${folder}/README.md`))
    .map((folder) => `${folder} has no README.md. Say in ten lines what the module is for.`)
}

/** Returns complaints about pages that are longer than CONTRIBUTING.md allows. */
export function findLongPages(pages: readonly MarkdownPage[]): readonly string[] {
  return pages.flatMap(({ path, content }) => {
    const lines = content.trimEnd().split('\n').length
    if (/^(?:apps|packages)\/.*README\.md$/.test(path)) {
      return lines > maxReadmeLines ? [tooLong(path, lines, maxReadmeLines, 'lines')] : []
    }
    const words = content.split(/\s+/).filter(Boolean).length
    const maxWords = path.endsWith('/tuning-notes.md') ? maxTuningWords : maxDecisionWords
    const isDecision = path.startsWith('docs/decisions/')
    return isDecision && words > maxWords ? [tooLong(path, words, maxWords, 'words')] : []
  })
}

const tooLong = (path: string, size: number, maxSize: number, unit: string) =>
  `${path} has ${size} ${unit}, and at most ${maxSize} are allowed.`

/** Returns complaints about pages of docs/ that no page links, by themselves or with their folder. */
export function findUnlinkedPages(pages: readonly MarkdownPage[]): readonly string[] {
  const targets = new Set(
    pages.flatMap(({ path, content }) =>
      findLinks(content).map(({ text }) =>
        posix.join(dirname(path), text.replace(/#.*/, '')).replace(/\/$/, ''),
      ),
    ),
  )
  return pages
    .filter(({ path }) => path.startsWith('docs/'))
    .filter(({ path }) => !targets.has(path) && !targets.has(dirname(path)))
    .map(({ path }) => `No page links ${path}.`)
}

/** Returns complaints about pages next to an index that it does not list. */
export function findUnlistedPages(
  pages: readonly MarkdownPage[],
  index: string,
): readonly string[] {
  const folder = dirname(index)
  const content = pages.find(({ path }) => path === index)?.content ?? ''
  const listedNames = new Set(findLinks(content).map(({ text }) => text.replace(/#.*/, '')))
  return pages
    .filter(({ path }) => dirname(path) === folder && path !== index)
    .filter(({ path }) => !listedNames.has(path.slice(folder.length + 1)))
    .map(({ path }) => `${index} does not list ${path}.`)
}

/** Returns complaints about words of the glossary that stand twice or in the wrong place. */
export function judgeGlossary(content: string): readonly string[] {
  const rows = [...content.matchAll(/^\| ([^|]+?) \| /gm)].map(([, word = '']) => word)
  const words = rows.filter((word) => word !== 'word')
  const misplacedWord = words.find((word, index) => {
    const previous = words[index - 1]
    return previous !== undefined && previous.localeCompare(word, 'en') >= 0
  })
  return misplacedWord === undefined
    ? []
    : [`GLOSSARY.md: “${misplacedWord}” is not in alphabetical order.`]
}
