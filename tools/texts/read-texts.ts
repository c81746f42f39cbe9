import { existsSync } from 'node:fs'
import { listPaths, type ParsedFile, readFile } from '../language/parsed-file.ts'
import { findTexts, type ShownText } from './find-texts.ts'

/** The code whose texts people read. */
const roots = [
  'apps/server/src/',
  'apps/web/src/',
  'packages/command-line/src/',
  'packages/contract/src/',
  'packages/document-reader/src/',
  'packages/extraction/src/',
  'packages/providers/src/',
]

/** Returns every text below `root` that people read, by path and line. */
export const readTexts = (root: string): readonly ShownText[] =>
  readProduct(root).flatMap(findTexts)

/** Returns the parsed files of the product, without tests and what only tests use. */
export function readProduct(root: string): readonly ParsedFile[] {
  const paths = listPaths(root).filter((path) => roots.some((prefix) => path.startsWith(prefix)))
  // A file may disappear while the tree is read.
  const files = paths.filter((path) => existsSync(`${root}/${path}`))
  return files.map((path) => readFile(root, path)).filter(({ isTest }) => !isTest)
}
