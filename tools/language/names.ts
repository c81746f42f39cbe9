/** Rules about names: locals and types that say nothing, and bounds that are not called max or min. */
import ts from 'typescript'
import type { ParsedFile } from './parsed-file.ts'
import { type Violation, violationAt } from './violation.ts'
import {
  allowedWords,
  boundWords,
  emptyTypeWords,
  functionWords,
  irregularParticiples,
} from './words.ts'

/** Returns local variables, parameters and bindings whose whole name is a participle or a function word. */
export function findEmptyLocals(file: ParsedFile): readonly Violation[] {
  return identifiers(file)
    .filter(isEmptyLocal)
    .map((name) => violationAt(file, name))
}

/** Returns types and type parameters whose name says nothing. */
export function findEmptyTypes(file: ParsedFile): readonly Violation[] {
  return identifiers(file)
    .filter((name) => isTypeName(name) && isEmptyTypeName(name.text, file.path))
    .map((name) => violationAt(file, name))
}

/** Returns declared names that express a bound by a superlative instead of max or min. */
export function findSuperlativeBounds(file: ParsedFile): readonly Violation[] {
  return identifiers(file)
    .filter((name) => isDeclaredName(name) && hasBoundWord(name.text))
    .map((name) => violationAt(file, name))
}

const identifiers = (file: ParsedFile) =>
  file.nodes.filter((node) => ts.isIdentifier(node) || ts.isPrivateIdentifier(node))

type Name = ts.Identifier | ts.PrivateIdentifier

function isEmptyLocal(name: Name): boolean {
  return isLocalName(name) && isEmptyWord(name.text.replace(/^_+/, ''))
}

/** A parameter called `this` only states the type of `this`: nobody has chosen its name. */
function isLocalName(name: Name): boolean {
  const { parent } = name
  if (name.text === 'this') return false
  const isLocal =
    ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)
  return isLocal && parent.name === name
}

function isTypeName(name: Name): boolean {
  const { parent } = name
  const isType =
    ts.isTypeAliasDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isTypeParameterDeclaration(parent)
  return isType && parent.name === name
}

function isEmptyTypeName(name: string, path: string): boolean {
  if (name === 'Props') return !path.endsWith('.tsx')
  if (!/^[A-Z][a-z]+$/.test(name)) return false
  const word = name.toLowerCase()
  return emptyTypeWords.has(word) || isEmptyWord(word)
}

/** Tells whether `word` is a participle or a function word, and no term of the field. */
function isEmptyWord(word: string): boolean {
  if (!/^[a-z]{2,}$/.test(word) || allowedWords.has(word)) return false
  return functionWords.has(word) || irregularParticiples.has(word) || /(?:ed|ing)$/.test(word)
}

/** Names that are declared here. `{ most }` in an object literal only repeats the name of a variable. */
function isDeclaredName(name: Name): boolean {
  const { parent } = name
  if (ts.isShorthandPropertyAssignment(parent)) return false
  if (ts.isImportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === name
  return ts.isExportSpecifier(parent) || ts.isPropertyAccessExpression(parent)
    ? false
    : (parent as Partial<ts.NamedDeclaration>).name === name
}

/** Names with an underscore are those of the wire and of the database, which stay as they are. */
function hasBoundWord(name: string): boolean {
  if (name.includes('_')) return false
  return name.split(/(?=[A-Z])/).some((word) => boundWords.has(word.toLowerCase().replace('#', '')))
}
