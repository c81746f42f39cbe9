import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invite, signUp } from './testing/newcomers.ts'
import { hasBrowser, openBrowser } from './testing/open-browser.ts'
import { choose } from './testing/page-actions.ts'
import { pictureForGuide } from './testing/picture-for-guide.ts'
import { declineTours } from './testing/sign-in.ts'
import { type Product, startProduct } from './testing/start-product.ts'
import { pictureOnFailure, startVisit, type Visit } from './testing/visit.ts'

const password = 'four plain words here'
const founder = { email: 'ada@birch.example', password, organization: 'Birch and Sons' }

const invitedMember = {
  user: { email: 'uma@birch.example', role: 'Recto User' },
  reviewer: { email: 'rob@birch.example', role: 'Recto Reviewer' },
  supervisor: { email: 'sue@birch.example', role: 'Recto Supervisor' },
  admin: { email: 'abe@birch.example', role: 'Admin' },
}
const menuTitles = [
  'Prompt Studio',
  'Workflows',
  'API Deployments',
  'App Deployments',
  'ETL Pipelines',
  'Task Pipelines',
  'Logs',
  'Usage',
  'LLMs',
  'Vector DBs',
  'Embedding',
  'Text Extractor',
  'Connectors',
  'Lookup tables',
  'Platform',
]
type Role = keyof typeof invitedMember

describe.skipIf(!hasBrowser)('an organization that somebody founds', () => {
  let product: Product
  let browser: Browser
  let visit: Visit
  const links = new Map<Role, string>()
  const visits = new Map<Role, Visit>()

  beforeAll(async () => {
    product = await startProduct()
    browser = await openBrowser()
    visit = await newVisit()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  async function newVisit(): Promise<Visit> {
    const createdVisit = await startVisit(browser, product)
    createdVisit.expectRefusal('401 GET /api/v1/session')
    return createdVisit
  }
  const addressOf = ({ page }: Visit) => new URL(page.url()).pathname
  const home = () => `/${addressOf(visit).split('/')[1]}`

  /** Makes a workflow of the founder with a tool that is shared with nobody. Returns its id. */
  async function makePrivateFlow(): Promise<string> {
    const { page } = visit
    const cookies = await page.context().cookies()
    const headers = { 'x-csrftoken': cookies.find(({ name }) => name === 'csrftoken')?.value ?? '' }
    const ask = async (method: string, path: string, data?: object) => {
      const address = `/api/v1/recto${home()}/${path}`
      const options = data ? { method, headers, data } : { method, headers }
      const reply = await page.request.fetch(address, options)
      if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`)
      return reply.json().catch(() => undefined)
    }
    const [sample] = await ask('GET', 'prompt-studio/')
    const copy = { tool_id: sample.tool_id, tool_name: 'Private notes' }
    const { tool_id: projectId } = await ask('POST', 'prompt-studio/clone/', copy)
    const privateExport = { is_shared_with_org: false, user_id: [], force_export: true }
    await ask('POST', `prompt-studio/export/${projectId}`, privateExport)
    const [tool] = await ask('GET', `prompt-studio/registry/?custom_tool=${projectId}`)
    const { id } = await ask('POST', 'workflow/', { workflow_name: 'Private work' })
    for (const end of await ask('GET', `workflow/${id}/endpoint/`)) {
      await ask('PATCH', `workflow/endpoint/${end.id}/`, { connection_type: 'API' })
    }
    await ask('POST', 'tool_instance/', { workflow_id: id, tool_id: tool.prompt_registry_id })
    return id
  }

  test('begins at the landing page, which takes no weak password', async () => {
    pictureOnFailure(visit)
    visit.expectRefusal('400 POST /api/v1/signup')
    const { page } = visit
    await page.goto('/')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await visit.checkPage()
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByLabel('Email').fill(founder.email)
    await page.getByLabel('Password', { exact: true }).fill('password')
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.locator('[aria-invalid="true"]').waitFor()
    await visit.checkPage()
  })

  test('is made with its founder’s account, who is offered a tour', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await signUp(page, founder)

    expect(addressOf(visit)).toMatch(/^\/[\w-]+\/tools$/)
    await page.getByText('Invoices (sample)').first().waitFor()
    await visit.checkPage()
  })

  test('[ON-011] has nothing to set up, because what it needs is built in', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`${home()}/onboard`)
    await page.waitForURL(/\/tools$/)
    await page.getByText('Invoices (sample)').first().waitFor()
  })

  test('invites nobody by an address that is none', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Platform', exact: true }).click()
    await page.getByRole('link', { name: /^Platform Settings/ }).waitFor()
    await visit.checkPage()
    await page.getByRole('link', { name: /^User Management/ }).click()
    await page.getByRole('row', { name: new RegExp(founder.email) }).waitFor()
    await visit.checkPage()
    await page.getByRole('button', { name: 'Invite User' }).click()
    await page.getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()

    await page.getByText('Enter a valid email!').waitFor()
    await visit.checkPage()
  })

  test('invites a person of each role, with a mail for each', async () => {
    pictureOnFailure(visit)
    for (const [role, person] of Object.entries(invitedMember)) {
      links.set(role as Role, await invite(visit.page, person))
    }
    await visit.checkPage()

    expect(new Set(links.values()).size).toBe(4)
    const outbox = join(product.dataDir, 'outbox')
    await expect.poll(async () => (await readdir(outbox)).length, { timeout: 60_000 }).toBe(4)
  })

  test.each(Object.keys(invitedMember) as Role[])('lets the %s in by the link', async (role) => {
    const otherVisit = await newVisit()
    visits.set(role, otherVisit)
    pictureOnFailure(otherVisit)
    const { page } = otherVisit
    await page.goto(links.get(role) ?? '')
    await page.getByRole('heading', { name: 'Join Birch and Sons' }).waitFor()
    await otherVisit.checkPage()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Join Birch and Sons' }).click()

    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
    // A reviewer starts at the queue and sees no introduction to the studio.
    const isReviewing = role === 'reviewer' || role === 'supervisor'
    await declineTours(page, isReviewing ? ['Recto'] : undefined)
    await otherVisit.checkPage()
  })

  test('shows a user all of the work, and nothing of the administration', async () => {
    const userVisit = visits.get('user') as Visit
    pictureOnFailure(userVisit)
    const { page } = userVisit
    expect(await menuOf(userVisit)).toEqual(menuTitles)
    await page.getByRole('link', { name: 'Platform', exact: true }).click()
    await page.getByRole('link', { name: /^Default Triad/ }).waitFor()
    expect(await page.getByRole('link', { name: /^(Platform Settings|Audit Log)/ }).count()).toBe(0)
    await userVisit.checkPage()
    await page.goto(`${home()}/users`)
    await page
      .getByText(/not authori[sz]ed/i)
      .first()
      .waitFor()
    await userVisit.checkPage()
  })

  test.each(['reviewer', 'supervisor'] as const)(
    'shows a %s the review and nothing else',
    async (role) => {
      const otherVisit = visits.get(role) as Visit
      pictureOnFailure(otherVisit)
      const { page } = otherVisit
      for (const path of ['tools', 'users']) {
        await page.goto(`${home()}/${path}`)
        await page
          .getByText(/not authori[sz]ed/i)
          .first()
          .waitFor()
        const titles = ['Review', 'Approve', 'Download and Sync']
        expect(await menuOf(otherVisit)).toEqual(role === 'supervisor' ? titles : ['Review'])
      }
      await page.goto(`${home()}/review`)
      await page.getByText('There is nothing to review yet').waitFor()
      await otherVisit.checkPage()
      const response = await page.request.get(`/api/v1/recto${home()}/prompt-studio/`)
      expect(response.status()).toBe(403)
    },
  )

  test('shows a second admin what the founder sees', async () => {
    const otherVisit = visits.get('admin') as Visit
    pictureOnFailure(otherVisit)
    const { page } = otherVisit
    expect(await menuOf(otherVisit)).toEqual(menuTitles)
    await page.goto(`${home()}/users`)
    for (const { email } of [founder, ...Object.values(invitedMember)]) {
      await page.getByRole('button', { name: `Edit ${email}` }).waitFor()
    }
    await otherVisit.checkPage()
    await page.goto(`${home()}/settings/platform`)
    await page.getByRole('heading', { name: 'Key #1' }).waitFor()
    await otherVisit.checkPage()
    await page.goto(`${home()}/settings/audit`)
    await page
      .getByRole('row', { name: /abe@birch\.example/ })
      .first()
      .waitFor()
    await otherVisit.checkPage()
    await pictureForGuide(page, 'operating')
  })

  test('tells a user what keeps them from deploying, and its owner where to let them', async () => {
    const userVisit = visits.get('user') as Visit
    const workflowId = await makePrivateFlow()
    pictureOnFailure(userVisit)
    const deploy = userVisit.page.getByRole('button', { name: 'Deploy as API' })
    await userVisit.page.goto(`${home()}/workflows/${workflowId}`)
    await expect.poll(() => deploy.isDisabled()).toBe(true)
    await deploy.hover({ force: true })
    await userVisit.page.getByText(/You cannot deploy this workflow.*“Private notes”/).waitFor()
    await userVisit.checkPage()

    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`${home()}/workflows`)
    await page.getByRole('button', { name: 'Share Private work' }).click()
    await page.getByText(/tool “Private notes”/).waitFor()
    await visit.checkPage()
    await choose(page.getByLabel('People who may deploy'), invitedMember.user.email)
  })

  test('lets nobody in by an invitation that was used', async () => {
    const secondVisit = await newVisit()
    pictureOnFailure(secondVisit)
    secondVisit.expectRefusal('403 POST /api/v1/invitation/look')
    await secondVisit.page.goto(links.get('user') ?? '')

    await secondVisit.page.getByText(/invitation is invalid or has expired/).waitFor()
    expect(new URL(secondVisit.page.url()).search).toBe('?code=INF')
    await secondVisit.checkPage()
    expect(secondVisit.problems()).toEqual([])
    await secondVisit.close()
  })

  test('offers to switch in the tab of another organization', async () => {
    const otherVisit = await newVisit()
    await signUp(otherVisit.page, { email: 'cy@cedar.example', password, organization: 'Cedar' })
    const link = await invite(otherVisit.page, invitedMember.user)
    await otherVisit.close()
    const userVisit = visits.get('user') as Visit
    pictureOnFailure(userVisit)
    // The tab may send these requests after the session moved and before it is notified.
    for (const method of ['GET', 'POST'])
      userVisit.expectRefusal(`403 ${method} /api/v1/recto${home()}/logs/`)
    const { page } = userVisit
    await page.goto(`${home()}/workflows`)
    await page.getByRole('link', { name: 'Logs', exact: true }).waitFor()
    const second = await page.context().newPage()
    await second.goto(link)
    await second.getByRole('button', { name: 'Join Cedar' }).click()
    await second.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
    expect(new URL(second.url()).pathname).toMatch(/^\/cedar\//)

    await page.getByRole('heading', { name: 'This page belongs to Birch and Sons' }).waitFor()
    await userVisit.checkPage()
    await page.getByRole('button', { name: 'Switch to Birch and Sons' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
    await second.close()
  })

  test('ends the access of somebody who is removed, at once', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`${home()}/users`)
    await page.getByRole('button', { name: `Delete ${invitedMember.user.email}` }).click()
    await page.getByRole('dialog').waitFor()
    await visit.checkPage()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('row', { name: new RegExp(invitedMember.user.email) })
      .waitFor({ state: 'detached' })
    await visit.checkPage()

    const userVisit = visits.get('user') as Visit
    pictureOnFailure(userVisit)
    userVisit.expectRefusal(`403 GET /api/v1/recto${home()}/workflow/`)
    await userVisit.page.getByRole('link', { name: 'Workflows', exact: true }).click()
    await userVisit.page.getByRole('heading').first().waitFor()
    await userVisit.checkPage()
    const response = await userVisit.page.request.get(`/api/v1/recto${home()}/workflow/`)
    expect(response.status()).toBeGreaterThanOrEqual(400)
  })

  test('had browsers without complaints all along', () => {
    expect(visit.problems()).toEqual([])
    for (const [role, otherVisit] of visits) expect(otherVisit.problems(), role).toEqual([])
  })
})

const menuOf = ({ page }: Visit) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
