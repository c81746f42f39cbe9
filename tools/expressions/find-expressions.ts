import ts from 'typescript'

export type SourceFile = { readonly path: string; readonly text: string }

/** A regular expression with its positions in the source. */
export type Expression = {
  readonly source: string
  readonly flags: string
  readonly positions: readonly string[]
}

type SourceExpressions = {
  readonly literals: readonly Expression[]
  /** Positions where an expression is built from strings: `path:line:column`. */
  readonly constructorCalls: readonly string[]
}

/** Finds regular expression literals in sources, and the positions where other expressions are constructed. */
export function findExpressions(files: readonly SourceFile[]): SourceExpressions {
  const positionsByText = new Map<string, string[]>()
  const constructorCalls: string[] = []
  for (const { path, text } of files) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
    const positionOf = (node: ts.Node) => {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file))
      return `${path}:${line + 1}:${character + 1}`
    }
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        positionsByText.set(node.text, [
          ...(positionsByText.get(node.text) ?? []),
          positionOf(node),
        ])
      }
      if (makesExpression(node)) constructorCalls.push(positionOf(node))
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  const literals = [...positionsByText].map(([text, positions]) => ({
    ...partsOf(text),
    positions,
  }))
  return { literals, constructorCalls }
}

function makesExpression(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  return ts.isIdentifier(node.expression) && node.expression.text === 'RegExp'
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/')
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}
