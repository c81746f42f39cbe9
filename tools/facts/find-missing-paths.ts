import { dirname } from 'node:path'
import { findCode, type MarkdownPiece } from './markdown.ts'
import type { MarkdownPage, Repository } from './repository.ts'

const isModulePage = (path: string) => /^(?:apps|packages)\/.*README\.md$/.test(path)

/** Names in the form of a path, with `*` for parts of names. */
const pathForm = /^[\w*][\w.*-]*(?:\/[\w.*-]+)*\/?$/
const codeFile = /\.(?:ts|tsx|mjs|tsv)$/
const topFolder = /^(?:apps|deploy|docs|examples|packages|tools)\/[\w*]/
/** Folders by which pages name places in the server. */
const serverFolder = /^(?:entry|features|platform)\/[\w*]/

/**
 * Returns complaints about files and folders that pages name in code and that do not exist. A page may leave
 * out the beginning of a path, such as `apps/server/src`.
 */
export function findMissingPaths(
  pages: readonly MarkdownPage[],
  repository: Repository,
): readonly string[] {
  return pages.flatMap((page) =>
    findCode(page.content)
      .flatMap((piece) => pathsIn(piece, page.path))
      .filter(({ text }) => !exists(text, page.path, repository))
      .map(({ text, line }) => `${page.path}:${line} names ${text}, which does not exist.`),
  )
}

/** Returns the paths that a piece of code is, or that stand in a command. */
function pathsIn({ text, line }: MarkdownPiece, page: string): readonly MarkdownPiece[] {
  if (isPath(text, page)) return [{ text, line }]
  const words = text.split(/\s+/)
  if (words.length < 2) return []
  const paths = words.filter((word) => topFolder.test(word) && pathForm.test(word))
  return paths.map((path) => ({ text: path, line }))
}

function isPath(text: string, page: string): boolean {
  if (!pathForm.test(text)) return false
  return (
    codeFile.test(text) ||
    topFolder.test(text) ||
    serverFolder.test(text) ||
    (isModulePage(page) && text.endsWith('/'))
  )
}

/** The page of a module names files and folders of that module if it names nothing around them. */
function exists(path: string, page: string, repository: Repository): boolean {
  if (topFolder.test(path) && repository.has(path)) return true
  const isOwn = isModulePage(page) && !path.replace(/\/$/, '').includes('/')
  if (!isOwn) return repository.hasEnding(path)
  const folder = dirname(page)
  return ['', '/src', '/*', '/src/*'].some((place) => repository.has(`${folder}${place}/${path}`))
}
