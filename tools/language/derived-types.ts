import ts from 'typescript'
import type { ParsedFile } from './parsed-file.ts'
import { type Violation, violationAt } from './violation.ts'

/** Returns `Parameters<typeof f>` of functions of this repository, which could export the type. */
export function findParametersTypes(file: ParsedFile): readonly Violation[] {
  return findDerivedTypes(file, 'Parameters')
}

/** Returns `ReturnType<typeof f>` of functions of this repository, which could export the type. */
export function findReturnTypes(file: ParsedFile): readonly Violation[] {
  return findDerivedTypes(file, 'ReturnType')
}

function findDerivedTypes(file: ParsedFile, utility: string): readonly Violation[] {
  const uses = file.nodes.filter((node) => ts.isTypeReferenceNode(node))
  const references = uses.filter(({ typeName }) => typeName.getText() === utility)
  if (references.length === 0) return []
  const outsiders = namesFromOtherPackages(file.tree)
  return references
    .filter(({ typeArguments }) => isOfOurFunction(typeArguments?.[0], outsiders))
    .map((node) => violationAt(file, node))
}

function isOfOurFunction(type: ts.TypeNode | undefined, outsiders: ReadonlySet<string>): boolean {
  if (!type || !ts.isTypeQueryNode(type)) return false
  const [name = ''] = type.exprName.getText().split('.')
  return !outsiders.has(name) && !Object.hasOwn(globalThis, name)
}

function namesFromOtherPackages(tree: ts.SourceFile): ReadonlySet<string> {
  const imports = tree.statements.filter(ts.isImportDeclaration)
  const foreign = imports.filter(({ moduleSpecifier }) => !isOurs(moduleSpecifier))
  return new Set(foreign.flatMap(({ importClause }) => importedNames(importClause)))
}

function isOurs(specifier: ts.Expression): boolean {
  return ts.isStringLiteral(specifier) && /^(?:[.]|@recto[/])/.test(specifier.text)
}

function importedNames(clause: ts.ImportClause | undefined): readonly string[] {
  const bindings = clause?.namedBindings
  const elements = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : []
  const namespaces = bindings && ts.isNamespaceImport(bindings) ? [bindings] : []
  const names = [...elements, ...namespaces].map(({ name }) => name.text)
  return clause?.name ? [clause.name.text, ...names] : names
}
