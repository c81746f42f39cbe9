import { expect, test } from 'vitest'
import { ConfigError, parseConfig, parseKey } from './config.ts'

const refusal = (variables: Record<string, string>) => {
  try {
    parseConfig(variables, '/somewhere')
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['HOST', 'two words'],
  ['DATABASE_URL', 'mysql://x'],
  ['FILE_STORE_URL', 'gopher://x'],
  ['FILE_STORE_URL', 's3://recto:9000/folder'],
  ['FILE_STORE_URL', 's3://user:word@recto'],
  ['FILE_STORE_ENDPOINT', 'ftp://x'],
  ['RECTO_PROBE_PORT', '99999'],
  ['ENCRYPTION_KEY', 'short'],
  ['PRODUCT_ID', 'With Blank'],
  ['RECTO_ADMIN_USERNAME', 'ab'],
  ['RECTO_ADMIN_PASSWORD', 'short'],
  ['RECTO_INNER_ADDRESSES', 'maybe'],
  ['RECTO_TRUST_PROXY', 'everybody'],
  ['RECTO_TRUST_PROXY', '10.0.0.0/40'],
  ['RECTO_METRICS_TOKEN', 'short'],
  ['RECTO_ORGANIZATION', 'public'],
  ['RECTO_ADMIN_EMAIL', 'nobody'],
  ['RECTO_ORGANIZATION', 'mock_org'],
  ['RECTO_ORGANIZATION', 'a/b'],
  ['RECTO_SAMPLE', 'maybe'],
  ['RECTO_PUBLIC_URL', 'recto.example.org'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no header'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['RECTO_KEEP_EXECUTIONS_DAYS', '-1'],
  ['RECTO_RESULT_HOURS', '0'],
  ['RECTO_KEEP_MODEL_CALLS_DAYS', 'soon'],
  ['RECTO_JOBS_PER_WORKER', '0'],
  ['RECTO_REVIEW_HOLD_HOURS', '0'],
  ['RECTO_REVIEW_UNDO_SECONDS', '3601'],
  ['RECTO_LOG_LEVEL', 'loud'],
])('%s may not be %s, and the text says why', (name, value) => {
  expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name} (?:must|is)`))
})

test('names all invalid values together', () => {
  const message = refusal({ PORT: 'x', RECTO_SAMPLE: 'y' })

  expect(message.split('\n')).toHaveLength(2)
})

test('does not repeat a password in the error', () => {
  expect(refusal({ RECTO_ADMIN_PASSWORD: 'hunter2' })).not.toContain('hunter2')
})

test('refuses a bucket without credentials', () => {
  expect(refusal({ FILE_STORE_URL: 's3://recto/folder' })).toBe(
    'FILE_STORE_KEY and FILE_STORE_SECRET must be set when FILE_STORE_URL names a bucket.',
  )
})

test('an external database needs an encryption key', () => {
  const message = refusal({ DATABASE_URL: 'postgresql://localhost/recto' })

  expect(message).toContain('ENCRYPTION_KEY is required')
})

test('uses the defaults for variables that are missing or empty', () => {
  const config = parseConfig({ PORT: '', HOST: undefined }, '/somewhere')

  expect(config).toMatchObject({
    port: 8000,
    host: '127.0.0.1',
    dataDir: '/somewhere/data',
    productId: 'recto',
    organization: 'recto',
    hasSample: true,
    executionRetentionDays: 0,
    modelCallRetentionDays: 30,
    databaseUrl: undefined,
    admin: { username: 'admin', email: 'admin@localhost' },
  })
})

test('removes the trailing slash of the public URL', () => {
  const config = parseConfig({ RECTO_PUBLIC_URL: 'https://recto.example.org/' }, '/')

  expect(config.publicUrl).toBe('https://recto.example.org')
})

test('accepts a key of 32 bytes in hexadecimal or base64', () => {
  const bytes = Buffer.alloc(32, 7)

  expect(parseKey(bytes.toString('hex'))).toEqual(bytes)
  expect(parseKey(bytes.toString('base64'))).toEqual(bytes)
  expect(parseKey(bytes.toString('hex').slice(2))).toBeUndefined()
})

test('refuses invalid account settings, each with its reason', () => {
  const invalidSettings: readonly (readonly [Record<string, string>, string])[] = [
    [{ RECTO_SIGN_UP: 'maybe' }, 'RECTO_SIGN_UP must be open, invited or off'],
    [{ RECTO_MAIL_URL: 'http://mail.example.org' }, 'RECTO_MAIL_URL must look like'],
    [{ RECTO_MAIL_URL: 'smtp://mail.example.org' }, 'RECTO_PUBLIC_URL is required'],
    [{ RECTO_MAIL_FROM: 'a@b.c\r\nbcc: d@e.f' }, 'RECTO_MAIL_FROM must be'],
    [{ RECTO_OIDC_ISSUER: 'http://login.example.org' }, 'RECTO_OIDC_ISSUER must be'],
    [{ RECTO_OIDC_ISSUER: 'https://login.example.org' }, 'must be set together, or not at all'],
    [{ RECTO_MAIL_DOMAINS_DENIED: 'a b@c' }, 'RECTO_MAIL_DOMAINS_DENIED must be'],
    [{ RECTO_REGION_HOSTS: 'moon=m.example.org' }, 'RECTO_REGION_HOSTS must look like'],
    [{ RECTO_ORGANIZATION: 'forgotten-password' }, 'is a reserved name'],
  ]

  for (const [variables, reason] of invalidSettings) {
    expect(refusal(variables)).toContain(reason)
  }
})

test('sign-up is open by default only if the server is reachable only from this machine', () => {
  const signUp = (variables: Record<string, string>) =>
    parseConfig(variables, '/home').access.signUp

  expect(signUp({})).toBe('open')
  expect(signUp({ HOST: '0.0.0.0' })).toBe('invited')
  expect(signUp({ RECTO_PUBLIC_URL: 'https://recto.example.org' })).toBe('invited')
  expect(signUp({ HOST: '0.0.0.0', RECTO_SIGN_UP: 'open' })).toBe('open')
})
