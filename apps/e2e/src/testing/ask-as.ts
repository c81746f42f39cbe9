import type { Page } from 'playwright-core'

/** What whoever is signed in at a page asks of the server, past the page; a refusal ends the story. */
export async function askAs(page: Page) {
  const cookies = await page.context().cookies()
  const headers = { 'x-csrftoken': cookies.find(({ name }) => name === 'csrftoken')?.value ?? '' }
  const ask = async (path: string, given?: Parameters<Page['request']['fetch']>[1]) => {
    const reply = await page.request.fetch(`/api/v1/recto/recto/${path}`, { headers, ...given })
    if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`)
    return reply.json()
  }
  return { ask, post: (path: string, data: object) => ask(path, { method: 'POST', data }) }
}

/** Calls in the name of one person. */
export type Asking = Awaited<ReturnType<typeof askAs>>
