import { expect } from 'vitest'
import type { Tenant } from '../../../../platform/db/database.ts'
import type { TestServer } from '../../../../testing/start-server.ts'
import { improvePromptsJob } from '../improvements.jobs.ts'
import { runImprovement } from '../run-improvement.ts'

/** Words that differ from each other. */
export const noteWords =
  'amber basalt cedar delta ember fjord grove harbor island jungle kelp lagoon'.split(' ')

/** Number of documents, half of which are held out. */
export const noteCount = 12

/** Makes documents with two labeled values, none of which looks like another. */
export const createNotes = (labelValues: (index: number) => readonly [string, string]) =>
  Array.from({ length: noteCount }, (_, index) => {
    const own = noteWords.map((word, place) => `${word}${index * 31 + place * 7}`)
    const [first, second] = labelValues(index)
    const content = `${own.slice(0, index % 12).join(' ')}\n${first}\n${own.join('\n')}\n${second}\n`
    return { name: `note-${index}.txt`, content }
  })

/** Runs it again, as after a crash before the end was stored: another worker starts at the beginning. */
export async function repeatRun(
  server: TestServer,
  { db, organizationId }: Tenant,
  improvementId: string,
): Promise<void> {
  for (const table of ['improvement_change', 'improvement_result'] as const) {
    await db.deleteFrom(table).where('improvement_id', '=', improvementId).execute()
  }
  await db
    .updateTable('improvement')
    .set({ state: 'running', ended_at: null })
    .where('id', '=', improvementId)
    .execute()
  const payload = improvePromptsJob.payload.parse({ organizationId, improvementId })
  await runImprovement(server.ctx, payload, {
    key: 'improvement',
    signal: AbortSignal.timeout(60_000),
    cancelSignal: AbortSignal.timeout(60_000),
    assertHeld: async () => {},
  })
}

type Person = Pick<ReturnType<TestServer['as']>, 'get' | 'post'>

/** Starts runs at a path, and waits for their end. */
export function openRuns(person: Person, path: string, list: 'improvements' | 'comparisons') {
  const pathOf = (rest = '') => `${path}${rest}`
  const start = (body: object) => person.post(pathOf(), body)
  const readLatest = async () => (await person.get(pathOf())).body[list][0]
  async function startAndWait(body: object) {
    const reply = await start(body)
    expect([reply.status, reply.body.errors]).toEqual([202, undefined])
    await expect
      .poll(async () => (await readLatest()).state, { timeout: 60_000 })
      .not.toMatch(/waiting|running/)
    return readLatest()
  }
  return { pathOf, start, readLatest, startAndWait }
}
