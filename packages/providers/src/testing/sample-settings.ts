import { generateKeyPairSync } from 'node:crypto'
import type { JsonSchema, Settings } from '@recto/provider-spec/provider'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const account = JSON.stringify({
  project_id: 'my-project',
  client_email: 'reader@example.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
})

/** Where a made-up text will not do. */
const knownSettings: Readonly<Record<string, unknown>> = {
  adapter_name: 'Sample',
  json_credentials: account,
  box_app_settings: JSON.stringify({
    boxAppSettings: {
      clientID: 'recto',
      clientSecret: 'secret',
      appAuth: {
        publicKeyID: 'k1',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      },
    },
    enterpriseID: '1',
  }),
  credentials: account,
  region_name: 'eu-central-1',
  dsn: 'db.example:1521/free',
  account: 'myorg-myaccount',
  port: '5432',
  language: 'eng',
  project: 'my-project',
  additional_kwargs: '{}',
}

const documentAi =
  'https://eu-documentai.googleapis.com/v1/projects/p/locations/eu/processors/abc:process'

type Form = { readonly schema: JsonSchema; readonly kind: string }

/** Settings that a provider accepts, made from its form. Every address is one that nobody has. */
export function sampleSettings({ schema, kind }: Form): Settings {
  const conditions = (schema.allOf ?? []) as readonly { readonly then: JsonSchema }[]
  // If there are several ways to give the same settings, it takes the first.
  const way = ((schema.oneOf ?? []) as readonly JsonSchema[]).slice(0, 1)
  const forms = [schema, ...conditions.map(({ then: thenSchema }) => thenSchema), ...way]
  const fields = forms.flatMap(({ properties }) => Object.entries(properties ?? {}))
  const all: Settings = Object.fromEntries(
    fields.map(([key, field]: [string, JsonSchema]) => [
      key,
      knownSettings[key] ?? sampleOf(key, field),
    ]),
  )
  return kind === 'ocr' ? { ...all, url: documentAi } : all
}

/** Nothing for what need not be said. */
function sampleOf(key: string, field: JsonSchema): unknown {
  if (field.default !== undefined && field.default !== '') return field.default
  const isText = [field.type].flat().includes('string')
  if (!isText || field.enum || field.oneOf || field.pattern) return undefined
  return /url|uri|endpoint|base/.test(key) ? 'https://service.example' : 'sample'
}
