import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** One parsed file. `path` is relative to the root of the repository, with forward slashes. */
export type ParsedFile = {
  readonly path: string
  readonly text: string
  readonly tree: ts.SourceFile
  /** Every node of the tree, parents before children, in the order of the text. */
  readonly nodes: readonly ts.Node[]
  readonly isTest: boolean
}

const testPaths = [
  /[.](?:test|e2e)[.]tsx?$/,
  /(?:^|[/])(?:testing|__fixtures__)[/]/,
  /^packages[/]testkit[/]/,
  /^apps[/]e2e[/]/,
]

/** Returns the paths of all TypeScript files below `root` that people write and may still change. */
export function listPaths(root: string): readonly string[] {
  const paths = globSync(['*.ts', '{apps,packages,tools,examples}/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: (path) => /(?:^|[/])(?:node_modules|dist|data)$/.test(path),
  })
  const isMigration = (path: string) => path.includes('/platform/db/migrations/')
  return paths.filter((path) => !isMigration(path)).toSorted()
}

export function readFile(root: string, path: string): ParsedFile {
  return parseFile(path, readFileSync(`${root}/${path}`, 'utf8'))
}

export function parseFile(path: string, text: string): ParsedFile {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(tree, visit)
  return { path, text, tree, nodes, isTest: testPaths.some((pattern) => pattern.test(path)) }
}
