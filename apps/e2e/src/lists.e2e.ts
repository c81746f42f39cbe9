import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { deployByCall } from './testing/deploy-by-call.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openStory, type Story } from './testing/open-story.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

describe.skipIf(!hasBrowser)('a list', () => {
  let story: Story
  let visit: Visit

  beforeAll(async () => {
    story = await openStory()
    visit = story.visit
    const { post } = await askAs(visit.page)
    for (const month of ['January', 'February', 'March', 'April', 'May', 'June'])
      await post('workflow/', { workflow_name: `Orders of ${month}` })
    await deployByCall(visit.page, { tool: 'Invoices (sample)', apiName: 'in-use' })
  })
  afterAll(() => story?.close())

  test('keeps its order when the page is loaded again', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Workflows', exact: true }).click()
    await page.getByRole('row', { name: /Orders of May/ }).waitFor()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.waitForURL(/sort=name/)
    await page.reload()

    const links = page.getByRole('row').getByRole('link')
    await links.first().waitFor()
    const names = await links.allTextContents()
    expect(names.filter((name) => name.startsWith('Orders'))).toEqual([
      'Orders of April',
      'Orders of February',
      'Orders of January',
      'Orders of June',
      'Orders of March',
      'Orders of May',
    ])
  })

  test('deletes the selected rows, and says why one of them stays', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    visit.expectRefusal('400 DELETE /api/v1/recto/recto/workflow/')
    const heading = page.getByRole('row').first()
    const heightBefore = (await page.getByRole('table').boundingBox())?.y
    await page.getByRole('checkbox', { name: 'Select Orders of April' }).click()
    await page
      .getByRole('checkbox', { name: 'Select Orders of June' })
      .click({ modifiers: ['Shift'] })
    await page.getByRole('checkbox', { name: 'Select Invoices (sample) by call' }).click()
    const toolbar = page.getByRole('toolbar', { name: 'Selected workflows' })
    await toolbar.getByText('5 selected').waitFor()
    expect((await page.getByRole('table').boundingBox())?.y).toBe(heightBefore)
    expect(await heading.isVisible()).toBe(true)
    await lookAt(visit, 'list-selection')

    await toolbar.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 5 workflows?' })
    await dialog.getByText('Orders of February').waitFor()
    await lookAt(visit, 'list-delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('Not done:').waitFor()
    await lookAt(visit, 'list-not-done')
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('row', { name: /Orders of April/ }).waitFor({ state: 'detached' })
    expect(await page.getByRole('row', { name: /Orders of/ }).count()).toBe(2)
    expect(await page.getByRole('row', { name: /by call/ }).count()).toBe(1)
  })

  test('shows the columns that the person chose, with the keyboard alone', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('button', { name: 'Columns' }).focus()
    await page.keyboard.press('Enter')
    const tool = page.getByRole('checkbox', { name: 'Tool' })
    await expect.poll(() => tool.evaluate((box) => box.matches(':focus'))).toBe(true)
    await lookAt(visit, 'list-columns')
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Tool' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('columnheader', { name: 'Owner' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Tool' }).count()).toBe(0)
  })

  test('of projects has cards or rows', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.getByRole('link', { name: 'Prompt Studio', exact: true }).click()
    await page.getByTitle('List', { exact: true }).click()
    await page.getByRole('row', { name: /Invoices \(sample\)/ }).waitFor()
    await lookAt(visit, 'list-projects')
  })

  test('of changes can be linked to with its filters', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    const path = new URL(page.url()).pathname.split('/')[1]
    await page.goto(`/${path}/settings/audit?subject=Orders&action=workflow.deleted`)
    await page.getByRole('cell', { name: 'Orders of April', exact: true }).waitFor()
    expect(await page.getByRole('row', { name: /Workflow: deleted/ }).count()).toBe(4)
    await lookAt(visit, 'list-audit')
  })
})
