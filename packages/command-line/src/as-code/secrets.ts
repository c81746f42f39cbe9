import { createHash } from 'node:crypto'
import { CommandLineError } from '../options.ts'
import type { Terminal } from '../terminal.ts'
import { keyOfObject, type StoredObject, type Values } from './kind.ts'
import { getKind, identify } from './kinds.ts'
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

type StoredSecret = { readonly object: StoredObject; readonly field: string }

/** The most characters that a reference can name. */
const maxName = 128
const hashLength = 8

/** Identifies a secret among those of all objects. */
const secretId = ({ object, field }: StoredSecret): string => `${identify(object)} ${field}`

const hashOf = (secret: StoredSecret): string =>
  createHash('sha256').update(secretId(secret)).digest('hex').slice(0, hashLength).toUpperCase()

/** Names a variable for a secret. The name has a hash if it does not have all letters of the object's key. */
function nameVariable(secret: StoredSecret): string {
  const { object, field } = secret
  const key = keyOfObject(getKind(object.kind), object)
  const start = ['RECTO', toNamePart(object.kind), ''].join('_')
  const end = `_${toNamePart(field.split('.').at(-1) ?? field)}`
  const keyPart = toNamePart(key)
  const hasLostLetters = /[^\P{L}A-Za-z]|[^\P{N}0-9]/u.test(key)
  const isCut = start.length + keyPart.length + end.length > maxName
  if (!hasLostLetters && !isCut) return `${start}${keyPart}${end}`
  const maxKeyPart = Math.max(0, maxName - start.length - end.length - hashLength - 1)
  return withHash(`${start}${keyPart.slice(0, maxKeyPart)}${end}`, secret)
}

const withHash = (name: string, secret: StoredSecret): string =>
  `${name.slice(0, maxName - hashLength - 1)}_${hashOf(secret)}`.replace(/_{2,}/g, '_')

type SecretReferences = {
  readonly objects: readonly StoredObject[]
  /** Returns the fields that the file of an object has, if there is one. */
  readonly findKnownSpec: (object: StoredObject) => Values | undefined
}

/**
 * Returns what writes the references of `recto pull` in place of the secrets of an object. A file keeps its own
 * variables. All others are named by what identifies their objects, and no two secrets get the same one.
 */
export function referSecrets({
  objects,
  findKnownSpec,
}: SecretReferences): (object: StoredObject) => Values {
  const secrets = objects.flatMap((object) =>
    [...object.secrets.keys()].map((field): StoredSecret => ({ object, field })),
  )
  const findOwnVariable = ({ object, field }: StoredSecret) =>
    variableOf(valueAt(findKnownSpec(object), field))
  const users = new Map<string, Set<string>>()
  for (const secret of secrets) {
    const name = findOwnVariable(secret) ?? nameVariable(secret)
    users.set(name, (users.get(name) ?? new Set()).add(secretId(secret)))
  }
  const chooseVariable = (secret: StoredSecret): string => {
    const ownVariable = findOwnVariable(secret)
    if (ownVariable !== undefined) return ownVariable
    const name = nameVariable(secret)
    return (users.get(name)?.size ?? 0) > 1 ? withHash(name, secret) : name
  }
  return (object) => {
    let spec = object.spec
    for (const field of object.secrets.keys())
      spec = withValueAt(spec, field, `\${env:${chooseVariable({ object, field })}}`)
    return spec
  }
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
