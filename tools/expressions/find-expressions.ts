import ts from 'typescript'

export type SourceFile = { readonly path: string; readonly text: string }

/** A regular expression with the places where it stands. */
export type Expression = {
  readonly source: string
  readonly flags: string
  readonly places: readonly string[]
}

type Found = {
  readonly literals: readonly Expression[]
  /** Positions where an expression is built from strings: `path:line:column`. */
  readonly made: readonly string[]
}

/** The regular expressions of sources: those that are written down, and where others are made. */
export function findExpressions(files: readonly SourceFile[]): Found {
  const places = new Map<string, string[]>()
  const made: string[] = []
  for (const { path, text } of files) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
    const placeOf = (node: ts.Node) => {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file))
      return `${path}:${line + 1}:${character + 1}`
    }
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        places.set(node.text, [...(places.get(node.text) ?? []), placeOf(node)])
      }
      if (makesExpression(node)) made.push(placeOf(node))
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  const literals = [...places].map(([text, where]) => ({ ...partsOf(text), places: where }))
  return { literals, made }
}

function makesExpression(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  return ts.isIdentifier(node.expression) && node.expression.text === 'RegExp'
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/')
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}
