import type { Terminal } from '../terminal.ts'
import { type FieldDifference, listDifferences, showValue } from './differences.ts'
import type { ReadInventory } from './inventory.ts'
import type { StoredObject, Values } from './kind.ts'
import { completeSpec, getKind, identify, isNothing, kinds } from './kinds.ts'
import { fault, type ObjectFile } from './read-files.ts'
import { readSecret, variableOf } from './secrets.ts'
import { listFields, valueAt, withValueAt } from './values.ts'

export type Change = {
  readonly desiredObject: ObjectFile
  readonly storedObject: StoredObject | undefined
  readonly differences: readonly FieldDifference[]
}

/** The differences between the files and the server. */
export type ApplyPlan = {
  /** Objects to create or change, in the order of their dependencies. */
  readonly changes: readonly Change[]
  /** Objects that no file has, in the order in which they can be deleted. */
  readonly surplus: readonly StoredObject[]
}

type PlanOptions = {
  readonly terminal: Pick<Terminal, 'variable'>
  readonly inventory: ReadInventory
  readonly files: readonly ObjectFile[]
}

/** Compares the files with the server. Throws `CommandLineError` for the first fault of a file. */
export async function buildPlan({ terminal, inventory, files }: PlanOptions): Promise<ApplyPlan> {
  const storedObjects = new Map(inventory.objects.map((object) => [identify(object), object]))
  const fileIds = new Set(files.map(identify))
  const changes: Change[] = []
  for (const { kind } of kinds) {
    for (const file of files.filter((one) => one.kind === kind)) {
      assertReferences(inventory, fileIds, file)
      await assertDescribable(inventory, file)
      await assertSecrets(inventory, file)
      const storedObject = storedObjects.get(identify(file))
      const change = findChange(terminal, file, storedObject)
      if (change) changes.push(change)
    }
  }
  return { changes, surplus: listSurplus(inventory, fileIds) }
}

function findChange(
  terminal: PlanOptions['terminal'],
  file: ObjectFile,
  storedObject: StoredObject | undefined,
): Change | undefined {
  if (storedObject) assertFixedFields(file, storedObject)
  const desiredObject = { ...file, spec: completeSpec(file, storedObject?.spec) }
  if (!storedObject && isNothing(file)) return undefined
  const differences = compare(terminal, desiredObject, storedObject)
  if (storedObject && differences.length === 0) return undefined
  return { desiredObject, storedObject, differences }
}

/** Lists what no file has, except for what is deleted together with its owner. */
function listSurplus(inventory: ReadInventory, fileIds: ReadonlySet<string>): StoredObject[] {
  const surplus = inventory.objects.filter((object) => !fileIds.has(identify(object)))
  const surplusIds = new Set(surplus.map(identify))
  const isDeletedWithOwner = (object: StoredObject) => {
    const { remove, references } = getKind(object.kind)
    return !remove && references(object).some(({ kind, key }) => surplusIds.has(`${kind} ${key}`))
  }
  return surplus.filter((object) => !isDeletedWithOwner(object)).reverse()
}

function assertReferences(
  inventory: ReadInventory,
  fileIds: ReadonlySet<string>,
  file: ObjectFile,
): void {
  for (const { kind, key, field } of getKind(file.kind).references(file)) {
    if (fileIds.has(`${kind} ${key}`) || inventory.findId(kind, key) !== undefined) continue
    const place = field === 'name' ? field : `spec.${field}`
    throw fault(file.file, `${place}: Neither a file nor the server has the ${kind} “${key}”.`)
  }
}

async function assertDescribable(inventory: ReadInventory, file: ObjectFile): Promise<void> {
  const refusal = await getKind(file.kind).findRefusal?.(inventory, file)
  if (refusal) throw fault(file.file, `spec.${refusal.field}: ${refusal.problem}`)
}

function assertFixedFields(file: ObjectFile, storedObject: StoredObject): void {
  const field = getKind(file.kind).findFixedField?.(file, storedObject)
  if (field === undefined) return
  const value = showValue(valueAt(storedObject.spec, field))
  throw fault(
    file.file,
    `spec.${field}: The server has ${value}, which cannot be changed. Give the object another name.`,
  )
}

async function assertSecrets(inventory: ReadInventory, file: ObjectFile): Promise<void> {
  const fields = (await getKind(file.kind).findSecretFields?.(inventory, file)) ?? []
  for (const field of fields) {
    const value = valueAt(file.spec, field)
    if (value === undefined || value === null || value === '' || variableOf(value)) continue
    throw fault(
      file.file,
      `spec.${field}: A secret cannot be in a file. Write \${env:NAME} and set the variable NAME.`,
    )
  }
  const misplacedField = [...listFields(file.spec)].find(
    ([field, value]) => variableOf(value) !== undefined && !fields.includes(field),
  )
  if (misplacedField)
    throw fault(file.file, `spec.${misplacedField[0]}: Only secrets can be \${env:NAME}.`)
}

const storedSecret = '(stored secret)'

function compare(
  terminal: Pick<Terminal, 'variable'>,
  { file, spec }: ObjectFile,
  storedObject: StoredObject | undefined,
): readonly FieldDifference[] {
  if (!storedObject) return listDifferences(undefined, spec)
  let currentSpec: Values = storedObject.spec
  let nextSpec: Values = spec
  for (const [field, secret] of storedObject.secrets) {
    const value = valueAt(spec, field)
    const isEqual =
      variableOf(value) !== undefined &&
      (secret === undefined || readSecret(terminal, { file, field, value }) === secret)
    if (isEqual) nextSpec = withValueAt(nextSpec, field, undefined)
    else currentSpec = withValueAt(currentSpec, field, storedSecret)
  }
  return listDifferences(currentSpec, nextSpec)
}

/** Describes the plan for people; each change field by field. */
export function describePlan({ changes, surplus }: ApplyPlan, deletes: boolean): string {
  const lines = changes.flatMap(({ desiredObject, storedObject, differences }) => [
    `${storedObject ? 'change' : 'create'} ${desiredObject.kind} “${desiredObject.name}” (${desiredObject.file})`,
    ...(storedObject ? differences.map(describeDifference) : []),
  ])
  const rest = surplus.map(
    ({ kind, name }) => `${deletes ? 'delete' : 'only on the server:'} ${kind} “${name}”`,
  )
  return [...lines, ...rest].map((line) => `${line}\n`).join('')
}

const describeDifference = (difference: FieldDifference) =>
  `    ${difference.field}: ${showValue(difference.before)} → ${showValue(difference.after)}`
