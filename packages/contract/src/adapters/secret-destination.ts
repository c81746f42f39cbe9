type Settings = { readonly [name: string]: unknown }

/**
 * Settings of adapters and connectors that decide which service a call reaches, how that service is
 * recognized, and whether the connection is encrypted: whoever changes one of them changes who
 * receives the secrets.
 */
export const destinationSettings: ReadonlySet<string> = new Set([
  'account',
  'account_name',
  'api_base',
  'azure_endpoint',
  'base_url',
  'certificate',
  'cloud',
  'config_dir',
  'connection_url',
  'dsn',
  'enable_ssl',
  'endpoint_url',
  'endpointURL',
  'environment',
  'host',
  'host_key_fingerprint',
  'location',
  'port',
  'region',
  'region_name',
  'security',
  'server',
  'site_url',
  'sslEnabled',
  'uri',
  'url',
  'wallet_location',
])

/**
 * Returns the name of a setting through which `sentSettings` reaches another service than
 * `storedSettings`, or `undefined` when both reach the same one. Only scheme, host and port of a
 * URL count. A missing setting has the default of the provider's JSON Schema.
 */
export function findChangedDestination(
  storedSettings: Settings,
  sentSettings: Settings,
  schema?: object,
): string | undefined {
  const defaults = new Map<string, unknown>()
  collectDefaults(schema, defaults)
  const destinationOf = (settings: Settings, name: string) =>
    toDestination(settings[name] ?? defaults.get(name))
  return [...destinationSettings].find(
    (name) => destinationOf(storedSettings, name) !== destinationOf(sentSettings, name),
  )
}

function collectDefaults(node: unknown, defaults: Map<string, unknown>): void {
  if (typeof node !== 'object' || node === null) return
  for (const [name, part] of Object.entries(node)) {
    const value = (part as { default?: unknown } | null)?.default
    if (value !== undefined && !defaults.has(name)) defaults.set(name, value)
    collectDefaults(part, defaults)
  }
}

function toDestination(value: unknown): string {
  const text = String(value ?? '').trim()
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return text
  const { protocol, host } = new URL(text)
  return `${protocol}//${host}`.toLowerCase()
}
