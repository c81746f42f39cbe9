import ts from 'typescript'
import type { ParsedFile } from './parsed-file.ts'
import { type Violation, violationAt } from './violation.ts'

export type ExportedName = Violation & { readonly isType: boolean }

/** Returns the names that a file declares and exports. What it passes on from another file is left out. */
export function listExportedNames(file: ParsedFile): readonly ExportedName[] {
  const declarations = file.tree.statements.flatMap(declarationsOf)
  const exportList = new Set(file.tree.statements.flatMap(namesInExportList))
  const names = declarations.filter(
    ({ name, statement }) => exportList.has(name.text) || hasExport(statement),
  )
  return names.map(({ name, isType }) => ({ ...violationAt(file, name), isType }))
}

type Declaration = {
  readonly name: ts.Identifier
  readonly statement: ts.Statement
  readonly isType: boolean
}

function declarationsOf(statement: ts.Statement): readonly Declaration[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations
      .map(({ name }) => name)
      .filter(ts.isIdentifier)
      .map((name) => ({ name, statement, isType: /^[A-Z]/.test(name.text) }))
  }
  if (ts.isFunctionDeclaration(statement)) {
    return statement.name ? [{ name: statement.name, statement, isType: false }] : []
  }
  const isType =
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isClassDeclaration(statement)
  return isType && statement.name ? [{ name: statement.name, statement, isType }] : []
}

function namesInExportList(statement: ts.Statement): readonly string[] {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier) return []
  const { exportClause } = statement
  if (!exportClause || !ts.isNamedExports(exportClause)) return []
  return exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
}

function hasExport(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}
