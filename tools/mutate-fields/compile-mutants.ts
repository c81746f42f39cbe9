import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/**
 * Loaded before the product: compiles into the files that map fields that each mapping can be left out while it runs. So
 * all mutants share one server.
 */
const files: readonly string[] = JSON.parse(process.env.RECTO_MUTATED_FILES ?? '[]')
const names = new Set<string>(JSON.parse(process.env.RECTO_MUTATED_NAMES ?? '[]'))
const ownNames = new Set<string>(JSON.parse(process.env.RECTO_MUTATED_OWN_NAMES ?? '[]'))

/** The functions whose result has the fields of a noun. */
const mappings: readonly string[] = [
  'auditFields',
  'encodeFields',
  'fromWire',
  'newFromWire',
  'presentFields',
  'presentWay',
  'takeFields',
  'toWire',
]

type Edit = { readonly position: number; readonly text: string }

function compile(file: string, source: string): string {
  const edits: Edit[] = []
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const site = (node: ts.Node) =>
    JSON.stringify(`${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
  const wrap = (node: ts.Node, prefix: string, suffix: string) =>
    edits.push(
      { position: node.getStart(), text: prefix },
      { position: node.getEnd(), text: suffix },
    )
  // Where a use case is, a property belongs to a call of another module as often as to a mapping.
  const hasMappings = !file.includes('/manage-')
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && mappings.includes(node.expression.getText())) {
      wrap(node, `globalThis.dropField(${site(node)}, `, ')')
    }
    if (hasMappings && isFieldProperty(node)) {
      wrap(node, `...globalThis.dropField(${site(node)}, { `, ' })')
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  // If two edits have the same position, the edit of the outer node comes first before the node and last after it.
  return edits
    .map((edit, order) => ({ ...edit, order }))
    .toSorted((a, b) => b.position - a.position || b.order - a.order)
    .reduce(
      (text, { position, text: part }) => text.slice(0, position) + part + text.slice(position),
      source,
    )
}

/** A property that a person has written for a field, in an object that is a value. */
function isFieldProperty(node: ts.Node): boolean {
  const isProperty = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)
  return isProperty && ts.isIdentifier(node.name) && names.has(node.name.text)
}

registerHooks({
  load(url, context, nextLoad) {
    const file = url.startsWith('file:') ? files.find((one) => url.endsWith(`/${one}`)) : undefined
    if (!file) return nextLoad(url, context)
    const source = compile(file, readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module-typescript', source, shortCircuit: true }
  },
})

type Mutant = { readonly site: string; readonly name: string }

const state: { active?: Mutant | undefined; readonly reached: Map<string, Mutant> } = {
  reached: new Map(),
}

Object.assign(globalThis, {
  mutants: state,
  dropField(site: string, value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    // A store writes the rows of every noun, by our names.
    const siteNames = site.includes('/platform/') ? ownNames : names
    for (const name of Object.keys(value)) {
      if (siteNames.has(name)) state.reached.set(`${site} ${name}`, { site, name })
    }
    if (state.active?.site !== site) return value
    const { active } = state
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== active.name))
  },
})
