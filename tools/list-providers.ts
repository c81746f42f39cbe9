/**
 * `npm run providers`: runs the tests of the providers and writes `docs/providers.md` from their results, one
 * line for each provider. A test names its provider with `sayProof`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalog } from '@recto/providers/catalog'
import { connectorCatalog } from '@recto/providers/connector-catalog'

type ListedProvider = {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly retired?: string
}
type Proof = { readonly kind: string; readonly id: string; readonly by: string }
type ProviderTestResult = { readonly status: string; readonly meta?: { readonly proof?: Proof } }

/** All providers that ship. */
const providers: readonly ListedProvider[] = [...catalog, ...connectorCatalog]
const page = 'docs/providers.md'
const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind} ${id}`

function runTests(): readonly ProviderTestResult[] {
  const folder = mkdtempSync(join(tmpdir(), 'recto-providers-'))
  const outputFile = join(folder, 'results.json')
  const args = ['run', 'packages/providers/src', '--reporter=json', `--outputFile=${outputFile}`]
  try {
    const { status } = spawnSync('node_modules/.bin/vitest', args, { stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
    const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as {
      readonly testResults: readonly { readonly assertionResults: readonly ProviderTestResult[] }[]
    }
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function lineOf(provider: ListedProvider, results: readonly ProviderTestResult[]): string {
  const own = results.filter(({ meta }) => meta?.proof && keyOf(meta.proof) === keyOf(provider))
  const passedResults = own.filter(({ status }) => status === 'passed')
  const failedCount = own.filter(({ status }) => status === 'failed').length
  const proofText = [...new Set(passedResults.map(({ meta }) => meta?.proof?.by))].join(', ')
  const state = provider.retired ? 'gone' : proofText || 'untested'
  const skippedCount = own.length - passedResults.length - failedCount
  const count = [
    String(passedResults.length),
    ...(failedCount > 0 ? [`${failedCount} failed`] : []),
    ...(skippedCount > 0 ? [`${skippedCount} skipped`] : []),
  ].join(', ')
  return `| ${provider.kind} | ${provider.name} | \`${provider.id.replace('|', '\\|')}\` | ${state} | ${count} |`
}

const allResults = runTests()
const lines = providers.map((provider) => lineOf(provider, allResults))
const text = `# Providers

\`npm run providers\` writes this page from the results of the tests.

| tested against | meaning |
|---|---|
| real server | a server of the service itself |
| server of its protocol | another server that speaks the same protocol |
| recorded answers | a test server that answers as the vendor documents it, with its refusals and faults |
| this installation | the provider needs no service |
| untested | its requests are checked, but no server has received them |
| gone | the service ended or was never offered here; its adapters can only be read and deleted |

Tests that need a program which the machine did not have are counted as *skipped*.

You can create, share and test adapters of the kind *ocr*, but nothing calls them, because text extractors read images themselves.

| kind | provider | id | tested against | tests |
|---|---|---|---|---|
${lines.join('\n')}
`
writeFileSync(page, text)
process.stdout.write(`${page}: ${lines.length} providers\n`)
