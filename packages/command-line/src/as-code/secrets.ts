import { CommandLineError } from '../options.ts'
import type { Terminal } from '../terminal.ts'
import type { StoredObject, Values, WantedObject } from './kind.ts'
import { listFields, valueAt, withValueAt } from './values.ts'

const reference = /^\$\{env:([A-Za-z_][A-Za-z0-9_]{0,127})\}$/

/** Returns the name of the environment variable that a value refers to, or undefined. */
export const variableOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? reference.exec(value)?.[1] : undefined

const toNamePart = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** Returns the reference that `recto pull` writes for a secret. */
function makeReference({ kind, name }: WantedObject, field: string): string {
  const parts = [kind, name, field.split('.').at(-1) ?? field].map(toNamePart)
  return `\${env:${['RECTO', ...parts].join('_').slice(0, 128)}}`
}

/** Returns the spec of a stored object with references in place of its secrets. */
export function withReferences(storedObject: StoredObject, knownSpec: Values | undefined): Values {
  let spec = storedObject.spec
  for (const field of storedObject.secrets.keys()) {
    const ownReference = valueAt(knownSpec, field)
    const value = variableOf(ownReference) ? ownReference : makeReference(storedObject, field)
    spec = withValueAt(spec, field, value)
  }
  return spec
}

/** Returns the value of the variable that a field refers to. Throws `CommandLineError` if it is not set. */
export function readSecret(
  { variable }: Pick<Terminal, 'variable'>,
  {
    file,
    field,
    value,
  }: { readonly file: string; readonly field: string; readonly value: unknown },
): string {
  const name = variableOf(value) ?? ''
  const secret = variable(name)
  if (secret === undefined)
    throw new CommandLineError(
      `${file}: spec.${field}: The environment variable ${name} is not set.`,
    )
  return secret
}

/** Returns the spec with the values of all environment variables that it refers to. */
export function resolveSecrets(
  terminal: Pick<Terminal, 'variable'>,
  { file, spec }: { readonly file: string; readonly spec: Values },
): Values {
  let resolvedSpec = spec
  for (const [field, value] of listFields(spec)) {
    if (variableOf(value) === undefined) continue
    resolvedSpec = withValueAt(resolvedSpec, field, readSecret(terminal, { file, field, value }))
  }
  return resolvedSpec
}

export const hasReferences = (spec: Values): boolean =>
  [...listFields(spec)].some(([, value]) => variableOf(value) !== undefined)
