import { globSync, readFileSync } from 'node:fs'

/** The files of a working copy. Paths are relative to its root, with forward slashes. */
export type Repository = {
  /** All files that people write, without packages and data. */
  readonly files: readonly string[]
  /** Returns whether a file, with or without its extension, or a folder exists; `*` is a part of a name. */
  readonly has: (path: string) => boolean
  /** Returns whether the path of a file or folder ends with these names. */
  readonly hasEnding: (path: string) => boolean
  readonly read: (path: string) => string
}

/** A page in Markdown. */
export type MarkdownPage = { readonly path: string; readonly content: string }

const sources = ['*', '.*', '{apps,deploy,docs,examples,packages,tools}/**/*']

export function openRepository(root: string): Repository {
  const exclude = (path: string) => /(?:^|[/])(?:node_modules|dist|data|[.]git)$/.test(path)
  const files = globSync(sources, { cwd: root, exclude }).toSorted()
  return createRepository(files, (path) => readFileSync(`${root}/${path}`, 'utf8'))
}

export function createRepository(
  files: readonly string[],
  read: (path: string) => string,
): Repository {
  const folders = files.flatMap(foldersOf)
  const paths = new Set([...files, ...folders, ...files.map(withoutExtension)])
  const endings = new Set([...paths].flatMap(endingsOf))
  const matches = (names: ReadonlySet<string>, path: string) => {
    const name = path.replace(/\/$/, '')
    if (!name.includes('*')) return names.has(name)
    const pattern = new RegExp(`^${name.replaceAll('.', '[.]').replaceAll('*', '[^/]*')}$`)
    return [...names].some((one) => pattern.test(one))
  }
  return {
    files,
    has: (path) => matches(paths, path),
    hasEnding: (path) => matches(endings, path),
    read,
  }
}

/** Returns the pages of a repository, also those of its modules. */
export function readPages({ files, read }: Repository): readonly MarkdownPage[] {
  return files.filter((path) => path.endsWith('.md')).map((path) => ({ path, content: read(path) }))
}

const withoutExtension = (path: string) => path.replace(/(?<=[^/])[.][^/]*$/, '')

function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function endingsOf(path: string): readonly string[] {
  const names = path.split('/')
  return names.map((_, index) => names.slice(index).join('/'))
}
