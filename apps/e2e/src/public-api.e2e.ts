import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose } from './testing/page-actions.ts'
import { signIn } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const run = promisify(execFile)

/** What runs the code of a tab: the file that it is saved in, and the command that is given that file. */
const languages = {
  Python: {
    file: 'run.py',
    status: 'status.py',
    command: 'python3',
    probe: ['-c', 'import requests'],
  },
  cURL: { file: 'run.sh', status: 'status.sh', command: 'sh', probe: ['-c', 'command -v curl'] },
  JavaScript: { file: 'run.mjs', status: 'status.mjs', command: process.execPath, probe: ['-v'] },
} as const

/** The programs of `examples/` that call a deployment, with what a person gives them. */
const examples = [
  { file: 'typescript/extract.ts', command: process.execPath, args: ['document.pdf'] },
  { file: 'python/extract.py', command: 'python3', args: ['document.pdf'] },
  {
    file: 'typescript/agent.ts',
    command: process.execPath,
    args: ['extractDocument', 'document.pdf'],
  },
]

type Language = keyof typeof languages

const absent: Language[] = []
for (const [language, { command, probe }] of Object.entries(languages)) {
  await run(command, [...probe]).catch(() => absent.push(language as Language))
}

describe.skipIf(!hasBrowser)('the public API', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  let folder: string
  let number: string
  let exampleVariables: Readonly<Record<string, string>>

  beforeAll(async () => {
    product = await startProduct()
    browser = await openBrowser()
    visit = await startVisit(browser, product)
    await signIn(visit.page, product)
    folder = await mkdtemp(join(tmpdir(), 'recto-snippets-'))
    const [invoice] = await sampleInvoices()
    if (!invoice) throw new Error('There is no sample.')
    number = String(invoice.expected.invoice_number)
    await writeFile(join(folder, 'document.pdf'), invoice.file)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  test('is deployed from the list, which shows its key and the next step', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'API Deployments', exact: true }).click()
    await page.getByRole('button', { name: 'New API Deployment' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Display name').fill('Snippets')
    await choose(form.getByRole('combobox', { name: 'Workflow' }), 'Invoices (sample)')
    await form.getByRole('button', { name: 'Deploy', exact: true }).click()

    const createdLocator = page.getByRole('dialog', { name: 'Snippets is deployed as an API' })
    await createdLocator.getByText(/Bearer [0-9a-f-]{36}/).waitFor()
    await lookAt(visit, 'deployed-from-list')
    await createdLocator.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: /Snippets/ }).waitFor()
  })

  for (const [name, tab] of Object.entries(languages)) {
    test.skipIf(absent.includes(name as Language))(
      `[DP-046] [DP-049] prints code in ${name} that runs as it is`,
      async () => {
        pictureOnFailure(visit)
        const { page } = visit
        await page.getByRole('button', { name: 'Actions for Snippets' }).click()
        await page.getByRole('menuitem', { name: 'Code Snippets' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('tab', { name }).click()
        const code = (title: string) =>
          dialog
            .getByRole('region', { name: title })
            .filter({ visible: true })
            .locator('pre')
            .textContent()
        const sendSnippet = (await code('Send a document')) ?? ''
        const resultSnippet = (await code('Get the result later')) ?? ''
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })

        await writeFile(join(folder, tab.file), sendSnippet)
        const sendOutput = await run(tab.command, [tab.file], { cwd: folder })
        expect(sendOutput.stdout).toContain('COMPLETED')
        expect(sendOutput.stdout).toContain(number)

        // Its result was fetched by that: so it is told to whoever asks again.
        const [, id = ''] = /"execution_id": ?"([0-9a-f-]{36})"/.exec(sendOutput.stdout) ?? []
        await writeFile(
          join(folder, tab.status),
          resultSnippet.replace('REPLACE_WITH_EXECUTION_ID', id),
        )
        const resultOutput = await run(tab.command, [tab.status, id], { cwd: folder })
        expect(resultOutput.stdout).toContain('Result already acknowledged')
      },
    )
  }

  test('has keys for several deployments, which an admin makes', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/settings/deployment-keys')
    await page.getByText('No keys yet').waitFor()
    await lookAt(visit, 'global-keys-empty')
    await page.getByRole('button', { name: 'New Key' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Partner')
    await form.getByLabel('Description').fill('Their portal')
    await form.getByRole('combobox', { name: 'Deployments' }).click()
    await page.getByTitle(/^Snippets/).click()
    // Elsewhere, so that the list closes.
    await form.getByLabel('Description').click()
    await lookAt(visit, 'global-key-new')
    await form.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByLabel('Key', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row', { name: /Partner.*Snippets/ }).waitFor()
    await lookAt(visit, 'global-keys')

    const address = `${product.origin}/deployment/api/recto/snippets/`
    const query = new URLSearchParams({ execution_id: '00000000-0000-4000-8000-000000000000' })
    const headers = { authorization: `Bearer ${key}` }
    // Who may come in is told that there is no such execution.
    expect((await fetch(`${address}?${query}`, { headers })).status).toBe(404)
    exampleVariables = {
      RECTO_ADDRESS: address,
      RECTO_MCP_ADDRESS: `${address}mcp`,
      RECTO_KEY: key,
    }
  })

  for (const { file, command, args } of examples) {
    test.skipIf(command === 'python3' && absent.includes('Python'))(
      `is called by the example ${file}`,
      async () => {
        const program = fileURLToPath(new URL(`../../../examples/${file}`, import.meta.url))
        const env = { PATH: process.env.PATH, ...exampleVariables }
        const { stdout } = await run(command, [program, ...args], { cwd: folder, env })
        expect(stdout).toContain(number)
      },
    )
  }

  test('is described on a page, where it can be tried', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/docs')
    await page.getByRole('heading', { name: 'API', exact: true }).waitFor()
    await page.getByText('/deployment/api/{org}/{api_name}/').first().waitFor()
    await lookAt(visit, 'docs')
    await page.getByLabel('Search the API').fill('deployment/api')
    await page
      .getByText('/global-api-deployment', { exact: false })
      .first()
      .waitFor({ state: 'hidden' })
    await page
      .getByRole('button', { name: /POST\s*\/deployment\/api\/\{org\}\/\{api_name\}\/$/ })
      .click()
    await lookAt(visit, 'docs-operation')
    await page.getByLabel('Search the API').fill('nothing of that name')
    await page.getByText('No matching operations').waitFor()
    await lookAt(visit, 'docs-nothing')
  })

  test('had a browser without complaints all along', () => {
    expect(visit.problems()).toEqual([])
  })
})
