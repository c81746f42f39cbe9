/**
 * A delivery of three pages whose table no machine has read: a person searches its text, looks at its thumbnails, types a
 * value where it stands, draws the area of the table, and takes back a finish and an approval.
 */
import { drawPdf } from '@recto/testkit/samples/draw-pdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { type CalledDeployment, deployByCall } from './testing/deploy-by-call.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { choose } from './testing/page-actions.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'Deliveries'
const tableTop = 200
const rows = [
  ['Item', 'Quantity', 'Price'],
  ['Wood screws', '1200', '1.050,50'],
  ['Steel nuts', '12', '0,99'],
  ['Copper pins', '7', '2.500,00'],
] as const
const columnStarts = [72, 280, 400] as const

const drawDelivery = (number: string) =>
  drawPdf({ title: number }, (pen) => {
    pen.text(`Delivery ${number}`, 72, 72, { size: 18, font: 'Helvetica-Bold' })
    pen.text('To Harbour Mill, Delft', 72, 110)
    pen.text('Total 3.551,49', 72, 140)
    pen.newPage()
    pen.text('Goods', 72, 150, { size: 14 })
    for (const [index, row] of rows.entries()) {
      for (const [column, text] of row.entries()) {
        pen.text(text, columnStarts[column] ?? 0, tableTop + index * 22)
      }
    }
    pen.newPage()
    pen.text('Terms of the warranty', 72, 72, { size: 14 })
    pen.text('The warranty covers two years.', 72, 110)
  })

function reply({ prompt }: { readonly prompt: string }): string {
  if (prompt.includes('all lines')) return '[]'
  return prompt.includes('delivery number') ? 'Delivery D-1' : '99'
}

describe.skipIf(!hasBrowser)('a delivery of three pages in review', () => {
  let story: ToolStory
  let visit: Visit
  let deployment: CalledDeployment
  /** The document that is given first. */
  let firstName: string

  beforeAll(async () => {
    story = await openToolStory({
      reply,
      name,
      prompts: { number: 'What is the delivery number?' },
    })
    visit = story.visit
    const { post } = await askAs(visit.page)
    const { projectId } = story
    for (const [prompt_key, prompt, enforce_type] of [
      ['total', 'What is the total?', 'number'],
      ['lines', 'List all lines: Item, Quantity, Price', 'table'],
    ]) {
      await post(`prompt-studio/prompt-studio-prompt/${projectId}/`, {
        prompt_key,
        prompt,
        enforce_type,
        tool_id: projectId,
        prompt_type: 'PROMPT',
      })
    }
    await post(`prompt-studio/export/${projectId}`, {
      is_shared_with_org: true,
      force_export: true,
    })
    deployment = await deployByCall(visit.page, { tool: name, apiName: 'deliveries' })
    await post('manual_review/db_rules/', { workflow: deployment.workflowId, percentage: 100 })
    await deployment.send({
      'delivery-1.pdf': new Uint8Array(await drawDelivery('D-1')),
      'delivery-2.pdf': new Uint8Array(await drawDelivery('D-2')),
    })
  })
  afterAll(() => story?.close())

  const button = (label: string) => visit.page.getByRole('button', { name: label, exact: true })
  const value = (field: string) => visit.page.locator(`.review-value[data-key='["${field}"]']`)
  const documentName = async () =>
    (await visit.page.locator('.review-name strong').textContent()) ?? ''

  test('is searched and leafed through by keys', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto('/recto/review')
    const select = page.getByRole('combobox', { name: 'Document class' })
    await select.click()
    await page.getByText('2 waiting').waitFor()
    await page.keyboard.press('Escape')
    await choose(select, `${name} by call`)
    await button('Fetch Next').click()
    await page.getByText('1 of 2', { exact: true }).waitFor()
    await page.getByText('Page 1 of 3').waitFor()
    firstName = await documentName()
    await page.keyboard.press('/')
    await page.keyboard.type('WARRANTY')
    await page.getByText('1 of 2', { exact: true }).nth(1).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('2 of 2', { exact: true }).waitFor()
    await lookAt(visit, 'v30-search')
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    const thumbnails = page.getByRole('navigation', { name: 'Thumbnails' })
    await thumbnails.getByRole('button', { name: 'Page 3' }).focus()
    await page.keyboard.press('Home')
    await page.getByText('Page 1 of 3').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByText('Page 2 of 3').waitFor()
    await lookAt(visit, 'v31-thumbnails')
  })

  test('has its values typed where they stand, in the notation of people, and refused there', async () => {
    pictureOnFailure(visit)
    visit.expectRefusal('400 PATCH /api/v1/recto/recto/manual_review/edited_data/')
    const { page } = visit
    await value('total').focus()
    await page.keyboard.press('e')
    await page.keyboard.type('soon')
    await lookAt(visit, 'v32-editing-in-place')
    await page.keyboard.press('Enter')
    await page.getByText('“total” must be a number.').waitFor()
    await lookAt(visit, 'v33-refused')
    await value('total').focus()
    await page.keyboard.press('e')
    await page.keyboard.type('3.551,49')
    await page.keyboard.press('Enter')
    await expect.poll(() => value('total').textContent()).toContain('3551.49')
    await expect.poll(() => value('total').textContent()).toContain('Saved')
  })

  test('has the area of its table drawn, from which the rows are read', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await button('Read from the page into lines').click()
    const sheet = page.getByRole('img', { name: `Page 2 of ${firstName}` })
    await sheet.scrollIntoViewIfNeeded()
    const box = await sheet.boundingBox()
    if (!box) throw new Error('The page is nowhere to be seen.')
    const points = box.width / 595.28
    const pointAt = (x: number, y: number) => [box.x + x * points, box.y + y * points] as const
    await page.mouse.move(...pointAt(60, tableTop - 8))
    await page.mouse.down()
    await page.mouse.move(...pointAt(300, tableTop + 40))
    await page.mouse.move(...pointAt(480, tableTop + rows.length * 22))
    await lookAt(visit, 'v34-drawing-the-area')
    await page.mouse.up()
    const dialog = page.getByRole('dialog')
    await expect
      .poll(() => dialog.getByRole('textbox').inputValue())
      .toBe(rows.map((row) => row.join('\t')).join('\n'))
    await lookAt(visit, 'v35-rows-read')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const table = page.getByRole('region', { name: 'lines', exact: true })
    await table.getByText('Copper pins').waitFor()
    // The cells are numbers, and their sum is that of the document.
    await table.getByText('Price: 3551.49 = total').waitFor()
    await lookAt(visit, 'v36-table')
  })

  test('is finished by a key, taken back, finished again, and approved in the same way', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await value('total').focus()
    await page.keyboard.press('Control+Enter')
    await expect.poll(documentName).not.toBe(firstName)
    const secondName = await documentName()
    await page.getByText('2 of 2', { exact: true }).waitFor()
    await button('Undo').click()
    await expect.poll(documentName).toBe(firstName)
    await expect.poll(() => value('total').textContent()).toContain('3551.49')
    await expect.poll(() => button('Finish Review').isEnabled()).toBe(true)
    await page.keyboard.press('Control+Enter')
    await expect.poll(documentName).toBe(secondName)
    // A reload in the middle gives the same document again.
    await page.reload()
    await button('Fetch Next').click()
    await expect.poll(documentName).toBe(secondName)

    await page.goto(`/recto/review/approve?class=${deployment.workflowId}`)
    await button('Fetch Next').click()
    await expect.poll(documentName).toBe(firstName)
    await expect.poll(() => button('Approve').isEnabled()).toBe(true)
    await page.keyboard.press('Control+Enter')
    await button('Undo').click()
    await expect.poll(documentName).toBe(firstName)
    await lookAt(visit, 'v37-approval-undone')
    const { ask, post } = await askAs(page)
    const path = `manual_review/next/?class_name=${deployment.workflowId}&type=approve`
    const { data } = await ask(path)
    expect(data.result.output).toMatchObject({
      total: 3551.49,
      lines: {
        column_headers: rows[0],
        rows: [
          { Item: 'Wood screws', Quantity: 1200, Price: 1050.5 },
          { Item: 'Steel nuts', Quantity: 12, Price: 0.99 },
          { Item: 'Copper pins', Quantity: 7, Price: 2500 },
        ],
      },
    })
    await post('manual_review/approve/', { class_name: deployment.workflowId })
    expect(visit.problems()).toEqual([])
  })
})
