import type { JsonSchema, Settings } from '@recto/provider-spec/provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { z } from 'zod'
import type { SettingsForm } from './define-settings.ts'

/** Removes fields that were left empty in a form, which count as absent. */
const withoutBlanks = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== ''))

type FormSchema = { readonly properties?: Readonly<Record<string, { title?: string }>> }

/** Returns the title of a form field, including conditional fields. */
function titleOf(schema: JsonSchema, key: PropertyKey | undefined): string {
  const conditions = (schema.allOf ?? []) as readonly { readonly then?: FormSchema }[]
  const choices = (schema.oneOf ?? []) as readonly FormSchema[]
  const forms = [schema as FormSchema, ...conditions.map(({ then: branch }) => branch), ...choices]
  return forms.map((form) => form?.properties?.[String(key)]?.title).find(Boolean) ?? String(key)
}

/** Parses stored settings. Errors contain the titles of the fields and never their values. */
export function readSettings<S extends z.ZodType>(
  { shape, schema }: SettingsForm<S>,
  settings: Settings,
): z.output<S> {
  const filledSettings = withoutBlanks(settings)
  const read = shape.safeParse(filledSettings)
  if (read.success) return read.data

  const problems = read.error.issues.map(({ path: [key], message }) => {
    const title = titleOf(schema, key)
    return String(key) in filledSettings
      ? `${title}: ${message.replace(/\.$/, '')}`
      : `${title} is missing`
  })
  throw new ProviderError({ code: 'settings-invalid', message: `${problems.join('. ')}.` })
}

/** Returns the settings that the schema marks as secret, in conditional fields too. */
export function secretsIn(schema: JsonSchema, settings: Settings): readonly string[] {
  return secretKeys(schema)
    .map((key) => settings[key])
    .filter((value): value is string => typeof value === 'string' && value !== '')
}

function secretKeys(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, part]) => [
    ...((part as { format?: unknown } | null)?.format === 'password' ? [key] : []),
    ...secretKeys(part),
  ])
}
