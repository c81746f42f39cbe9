import { existsSync } from 'node:fs'
import { listExportedNames } from './exports.ts'
import { listPaths, type ParsedFile, readFile } from './parsed-file.ts'
import { rules } from './rules.ts'
import type { Violation } from './violation.ts'

/** The violations of each rule by its name, in the order of the table. */
export type ViolationsByRule = ReadonlyMap<string, readonly Violation[]>

/**
 * Applies every rule to the files below `root` whose path begins with `prefix`. They are read one by one,
 * so that memory stays small.
 */
export function findAllBelow(root: string, prefix = ''): ViolationsByRule {
  return findAll(readFiles(root, prefix))
}

function* readFiles(root: string, prefix: string): Generator<ParsedFile> {
  for (const path of listPaths(root)) {
    // A file may disappear while the tree is read.
    if (path.startsWith(prefix) && existsSync(`${root}/${path}`)) yield readFile(root, path)
  }
}

/** Applies every rule to `files`. */
export function findAll(files: Iterable<ParsedFile>): ViolationsByRule {
  const violations = new Map(rules.map(({ name }) => [name, [] as Violation[]]))
  const exportedNames = []
  for (const file of files) {
    exportedNames.push(...listExportedNames(file))
    for (const { name, findInFile } of rules) {
      if (findInFile) violations.get(name)?.push(...findInFile(file))
    }
  }
  for (const { name, findInExports } of rules) {
    if (findInExports) violations.get(name)?.push(...findInExports(exportedNames))
  }
  return violations
}
