import type { z } from 'zod'
import type { Inventory, ObjectKind, Values } from '../kind.ts'
import { isValues, listFields, withValueAt } from '../values.ts'

/** Settings of a provider, without its secrets, and the fields of those. */
type SplitSettings = {
  readonly settings: Values
  readonly secrets: ReadonlyMap<string, undefined>
}

const sealedValue = /^sealed:[^:]+:.+$/

/** Separates the settings in a reply from the secrets, which are sealed there. */
export function splitSettings(metadata: Values, missingSecrets: readonly string[]): SplitSettings {
  let settings = metadata
  const secrets = new Map<string, undefined>()
  for (const [field, value] of listFields(metadata)) {
    if (typeof value !== 'string' || !sealedValue.test(value)) continue
    settings = withValueAt(settings, field, undefined)
    if (!missingSecrets.includes(field)) secrets.set(`settings.${field}`, undefined)
  }
  return { settings, secrets }
}

type FormFields = {
  readonly names: readonly string[]
  readonly secretNames: readonly string[]
  /** Whether a person signs in at the service. */
  readonly hasSignIn: boolean
}

const forms = new WeakMap<Inventory, Map<string, Promise<FormFields>>>()

/** Lists the settings of a provider by its form. */
export function fieldsOfForm(inventory: Inventory, path: string): Promise<FormFields> {
  const formsByPath = forms.get(inventory) ?? new Map<string, Promise<FormFields>>()
  forms.set(inventory, formsByPath)
  const form = formsByPath.get(path) ?? loadForm(inventory, path)
  formsByPath.set(path, form)
  return form
}

async function loadForm({ platform }: Inventory, path: string): Promise<FormFields> {
  const { json_schema = {}, oauth = false } = await platform.send<FormReply>('GET', path)
  const properties = listProperties(json_schema)
  return {
    names: properties.map(([name]) => name),
    secretNames: properties.filter(([, { format }]) => format === 'password').map(([name]) => name),
    hasSignIn: oauth,
  }
}

type FormReply = { readonly json_schema?: Values; readonly oauth?: boolean }

/** Forms show some fields under a condition, so that properties can be anywhere in a schema. */
function listProperties(schema: unknown): readonly (readonly [string, Values])[] {
  if (Array.isArray(schema)) return schema.flatMap(listProperties)
  if (!isValues(schema)) return []
  const own = isValues(schema.properties) ? Object.entries(schema.properties) : []
  const properties = own.filter((pair): pair is [string, Values] => isValues(pair[1]))
  return [...properties, ...Object.values(schema).flatMap(listProperties)]
}

/** The rules of objects with a provider: its form says which settings are secrets, and the provider cannot change. */
export const rulesOfProvider = (
  formPath: (provider: string) => string,
): Pick<ObjectKind, 'findSecretFields' | 'findFixedField'> => ({
  async findSecretFields(inventory, { spec }) {
    const { secretNames } = await fieldsOfForm(inventory, formPath(String(spec.provider)))
    return secretNames.map((name) => `settings.${name}`)
  },
  findFixedField: (desiredObject, storedObject) =>
    desiredObject.spec.provider === storedObject.spec.provider ? undefined : 'provider',
})

/** Returns the spec with the types of its kind; a file was checked when it was read. */
export const parseSpec = <Spec extends z.ZodType>(spec: Spec, values: Values): z.output<Spec> =>
  spec.parse(values)
