import ts from 'typescript'
import { parseFile } from '../language/parsed-file.ts'

/** A setting of the environment, with the default that its schema states as a literal. */
export type Setting = { readonly name: string; readonly defaultValue: string | undefined }

/** Returns the settings that a file of the configuration declares. */
export function readDeclaredSettings(path: string, text: string): readonly Setting[] {
  return parseFile(path, text)
    .nodes.filter(ts.isPropertyAssignment)
    .filter(({ name }) => /^[A-Z][A-Z\d_]+$/.test(name.getText()))
    .map(({ name, initializer }) => ({
      name: name.getText(),
      defaultValue: readDefault(initializer),
    }))
}

/** Returns the argument of the last call, such as `.default(24)` or `onOrOff('on')`, if it is a literal. */
function readDefault(schema: ts.Expression): string | undefined {
  if (!ts.isCallExpression(schema)) return undefined
  const { expression, arguments: values } = schema
  const isDefault = /(?:[.]default|^onOrOff)$/.test(expression.getText())
  const [value] = values
  if (!isDefault || !value) return undefined
  return ts.isStringLiteralLike(value) || ts.isNumericLiteral(value) ? value.text : undefined
}

/** A setting as a line of a table shows it. */
export type ShownSetting = { readonly name: string; readonly shownDefault: string }

/**
 * Returns the settings in the first column of the tables of a page, with their defaults from the second. The
 * defaults of several settings in one line are separated by commas, or are one for all.
 */
export function readShownSettings(content: string): readonly ShownSetting[] {
  const lines = [
    ...content.matchAll(/^\| (`[A-Z][A-Z\d_]+`(?:, `[A-Z][A-Z\d_]+`)*) \| (.*?) \| /gm),
  ]
  return lines.flatMap(([, namesCell = '', defaultsCell = '']) => {
    const names = namesCell.split(', ').map((name) => name.replaceAll('`', ''))
    const defaults = defaultsCell.split(', ')
    return names.map((name, index) => ({
      name,
      shownDefault: (defaults.length === names.length ? defaults[index] : defaultsCell) ?? '',
    }))
  })
}
