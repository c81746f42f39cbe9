import type ts from 'typescript'
import type { ParsedFile } from './parsed-file.ts'

/** One place that breaks a rule. `text` is a name, or the beginning of what stands there. */
export type Violation = {
  readonly path: string
  readonly line: number
  readonly text: string
  /** More about the violation, such as other places of the same name. */
  readonly note?: string
  readonly isTest: boolean
}

const maxTextLength = 90

export function violationAt(file: ParsedFile, node: ts.Node, text?: string): Violation {
  return violationAtPosition(file, node.getStart(file.tree), text ?? node.getText(file.tree))
}

export function violationAtPosition(file: ParsedFile, position: number, text: string): Violation {
  const { line } = file.tree.getLineAndCharacterOfPosition(position)
  return { path: file.path, line: line + 1, text: shorten(text), isTest: file.isTest }
}

function shorten(text: string): string {
  const oneLine = text.replaceAll(/\s+/g, ' ').trim()
  return oneLine.length > maxTextLength ? `${oneLine.slice(0, maxTextLength - 1)}…` : oneLine
}
