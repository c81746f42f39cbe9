/**
 * Notes are read when they arrive: in a folder, which a pipeline listens to, and as a mail to the address of a connector.
 * People see what has arrived, what became of it, and how other systems can announce files.
 */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@recto/testkit/own-ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs, type PageRequests } from './testing/ask-as.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { pictureOnFailure } from './testing/visit.ts'

const localFolder = 'localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5'
const mailAddress = 'mail_address|5d0a2f7c-8b1e-4c39-9f64-3e7b1a92c6d8'

/** Sends a mail as a mail server does. Returns the codes of all replies. */
async function sendMail(port: number, to: string, lines: readonly string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  const replies = createInterface({ input: socket })
  const codes: string[] = []
  const requests = [
    'EHLO example.com',
    'MAIL FROM:<bob@example.com>',
    `RCPT TO:<${to}>`,
    'DATA',
    [...lines, '.'].join('\r\n'),
    'QUIT',
  ]
  replies.on('line', (line) => {
    if (line[3] === '-') return
    codes.push(line.slice(0, 3))
    const request = requests.shift()
    if (request !== undefined) socket.write(`${request}\r\n`)
  })
  await once(socket, 'close')
  return codes
}

describe.skipIf(!hasBrowser)('notes that arrive', () => {
  let folder: string
  let mailPort: number
  let story: ToolStory
  let requests: PageRequests

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recto-arrivals-'))
    mailPort = await freePort()
    story = await openToolStory({
      name: 'Notes',
      prompts: { number: 'Which number has the note?' },
      reply: '41',
      settings: {
        RECTO_CONNECTOR_FOLDERS: folder,
        RECTO_MAIL_PORT: String(mailPort),
        RECTO_MAIL_HOST: '127.0.0.1',
        RECTO_MAIL_DOMAIN: 'in.example.org',
        RECTO_MAIL_RESOLVER: '127.0.0.1:9',
      },
    })
    requests = await askAs(story.visit.page)
  }, 120_000)
  afterAll(async () => {
    await story?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const makeConnector = async (name: string, catalogId: string, metadata: object) => {
    const connector = {
      connector_name: name,
      connector_id: catalogId,
      connector_metadata: metadata,
    }
    const { id } = await requests.post('connector/', connector)
    return id as string
  }

  async function makePipeline(name: string, source: string, settings = {}): Promise<string> {
    const { ask, post } = requests
    const output = await makeConnector(`Results of ${name}`, localFolder, { path: folder })
    const { id: workflow } = await post('workflow/', { workflow_name: name })
    for (const { id, endpoint_type: type } of await ask(`workflow/${workflow}/endpoint/`)) {
      const isSource = type === 'SOURCE'
      const data = {
        connection_type: 'FILESYSTEM',
        connector_instance: isSource ? source : output,
        configuration: isSource ? { processSubDirectories: false } : { outputFolder: 'out' },
      }
      await ask(`workflow/endpoint/${id}/`, { method: 'PATCH', data })
    }
    const tools = await ask('tool/')
    const tool = tools.find((one: { name: string }) => one.name === 'Notes')
    await post('tool_instance/', { workflow_id: workflow, tool_id: tool.function_name })
    const pipeline = { pipeline_name: name, workflow, pipeline_type: 'TASK' }
    return (await post('pipeline/', { ...pipeline, ...settings })).id
  }

  test('a folder is listened to, and its arrivals and the secret for calls are shown', async () => {
    const { page } = story.visit
    pictureOnFailure(story.visit)
    const source = await makeConnector('Folder of notes', localFolder, { path: folder })
    const settings = { runs_on_arrival: true, arrival_delay_seconds: 1 }
    await makePipeline('Notes of a folder', source, settings)
    await page.goto('/recto/task')
    await page.getByRole('button', { name: 'Actions for Notes of a folder' }).click()
    await page.getByRole('menuitem', { name: 'Arrivals' }).click()
    const dialog = page.getByRole('dialog', { name: 'Arrivals of Notes of a folder' })
    await dialog.getByText(/^Listening to the source since/).waitFor({ timeout: 60_000 })
    await dialog.getByText('Nothing has arrived yet').waitFor()
    await lookAt(story.visit, 'arrivals-empty')

    await writeFile(join(folder, 'note.txt'), 'Number 41\n')
    await dialog.getByRole('link', { name: 'Run', exact: true }).first().waitFor()
    await dialog.getByRole('button', { name: 'Create a Secret' }).click()
    await dialog.getByText('Copy the secret now. It is not shown again.').waitFor()
    await lookAt(story.visit, 'arrivals')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions for Notes of a folder' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Wait for further files (seconds)').waitFor()
    await lookAt(story.visit, 'arrivals-settings')
    await page.keyboard.press('Escape')
  })

  test('an address shows its mails, and what became of each', async () => {
    const { page } = story.visit
    pictureOnFailure(story.visit)
    const connector = await makeConnector('Mail for notes', mailAddress, {})
    await makePipeline('Notes by mail', connector)
    await page.goto(`/recto/settings/connectors/${connector}`)
    await page.getByText('No mail has arrived yet. Send one to the address above.').waitFor()
    await lookAt(story.visit, 'mail-address-empty')

    const { address } = await requests.ask(`connector/${connector}/mail-address/`)
    const mail = ['From: Bob <bob@example.com>', 'Subject: Note 41', '', 'Number 41']
    expect(await sendMail(mailPort, address, mail)).toEqual([
      '220',
      '250',
      '250',
      '250',
      '354',
      '250',
      '221',
    ])
    expect(await sendMail(mailPort, 'nobody@in.example.org', mail)).toContain('550')
    const row = page.getByRole('row', { name: /Note 41/ })
    await row.getByText('Processed').waitFor({ timeout: 60_000 })
    await row.getByText('Not verified').waitFor()
    await lookAt(story.visit, 'mail-address')
    await page.getByRole('button', { name: 'New address' }).click()
    await page.getByRole('button', { name: 'Replace', exact: true }).waitFor()
    await lookAt(story.visit, 'mail-address-replace')
  })
})
