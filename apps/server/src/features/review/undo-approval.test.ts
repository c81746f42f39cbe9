import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { up as keepReviewTargets } from '../../platform/db/migrations/0650-review-targets.ts'
import { makeFlow, makeFolderConnector } from '../../testing/make-pipeline.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let ada: Person
let rita: Person
let sue: Person
let folder: string
let toolId: string
let connector: string
let flows = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-approvals-'))
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: folder } })
  ada = server.as('admin')
  rita = server.as('reviewer')
  sue = server.as('supervisor')
  const sample = { name: 'note.txt', content: 'Total 1.50\n' }
  const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
  ;({ toolId } = await makeTool(ada, { name: 'Notes', fields, sample }))
  connector = await makeFolderConnector(ada, 'Folder', folder)
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

type Flow = {
  readonly id: string
  readonly pipeline: string
  readonly execution: string
  readonly output: string
}

/** A pipeline whose files all go to review, with documents that Rita has looked at. */
async function makeFinished(sync: 'DB' | 'Queue', totals: readonly string[]): Promise<Flow> {
  const name = `flow-${++flows}`
  await mkdir(join(folder, name))
  for (const total of totals)
    await writeFile(join(folder, name, `${total}.txt`), `Total ${total}\n`)
  const end = { connection_type: 'FILESYSTEM', connector_instance: connector }
  const id = await makeFlow(ada, name, {
    toolId,
    source: { ...end, configuration: { folders: [name], fileNamePattern: '*.txt' } },
    destination: { ...end, configuration: { outputFolder: `${name}-out` } },
  })
  await ada.post('manual_review/db_rules/', { workflow: id, percentage: 100 })
  await ada.post('manual_review/settings/', { workflow: id, sync_with: sync })
  const { body } = await ada.post('pipeline/', {
    pipeline_name: name,
    workflow: id,
    pipeline_type: 'TASK',
  })
  const { body: run } = await ada.post('pipeline/execute/', { pipeline_id: body.id })
  await expect.poll(async () => (await counts(id)).pending_review_count).toBe(totals.length)
  for (const _ of totals) {
    await next(rita, id, 'review')
    await rita.post('manual_review/finish_review/', { class_name: id })
  }
  const output = join(folder, `${name}-out`)
  return { id, pipeline: body.id, execution: run.execution.execution_id, output }
}

const counts = async (id: string) =>
  (await rita.get(`manual_review/queue_details/?class_name=${id}`)).body
const next = async (person: Person, id: string, type: string) =>
  (await person.get(`manual_review/next/?class_name=${id}&type=${type}`)).body.data
const edit = (id: string, total: number) =>
  sue.patch('manual_review/edited_data/', {
    class_name: id,
    type: 'approve',
    updated_data: { total },
  })
const approve = (id: string, body: object = { can_undo: true }) =>
  sue.post('manual_review/approve/', { class_name: id, ...body })
const undo = (person: Person, item_id: string) =>
  person.post('manual_review/undo_approval/', { item_id })
const eventsOf = async (id: string) => {
  const { body } = await sue.get(`manual_review/items/${id}/events/`)
  return body.data.map(({ kind }: { readonly kind: string }) => kind)
}
const expectedTotals = async () => {
  const { rows } = await sql<{ value: string }>`
    select value from truth order by value`.execute(server.ctx.db)
  return rows.map(({ value }) => value)
}

async function readDelivered(output: string): Promise<readonly unknown[]> {
  const names = await readdir(output).catch(() => [])
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(output, name), 'utf8')).output),
  )
}

const setTarget = (id: string, sync: 'DB' | 'Queue') =>
  ada.post('manual_review/settings/', { workflow: id, sync_with: sync })

async function deleteFlow({ id, pipeline }: Flow, inReview = 'keep'): Promise<void> {
  expect((await ada.delete(`pipeline/${pipeline}/`)).status).toBe(204)
  expect((await ada.delete(`workflow/${id}/?in_review=${inReview}`)).status).toBe(204)
}

const wakeJobs = (kind: string) =>
  sql`
    update work_item set waits_until = now()
    where kind = ${kind} and state = 'waiting'`.execute(server.ctx.db)

/** Makes the database refuse new rows of a table until the returned function is called. */
async function refuseRows(table: string, condition: string): Promise<() => Promise<unknown>> {
  const name = `refuse_${table}`
  await sql
    .raw(`
      create function ${name}() returns trigger language plpgsql as
        $$ begin raise exception 'This row is refused.'; end $$;
      create trigger ${name} before insert on ${table} for each row
        when (${condition}) execute function ${name}();`)
    .execute(server.ctx.db)
  return () => sql.raw(`drop function ${name} cascade`).execute(server.ctx.db)
}

/** Lets a minute pass for an approval. */
async function passAMinute(itemId: string): Promise<void> {
  const { db } = server.ctx
  await db
    .updateTable('review_item')
    .set({ delivers_at: new Date(0) })
    .where('id', '=', itemId)
    .where('delivers_at', 'is not', null)
    .execute()
  await expect
    .poll(async () => {
      await wakeJobs('review/deliver-approved')
      const { rows } = await sql`
        select from work_item
        where kind = 'review/deliver-approved' and state in ('waiting', 'running')
          and payload ->> 'itemId' = ${itemId}`.execute(db)
      return rows.length
    })
    .toBe(0)
}

test('an approval is taken back within a minute, corrected, and delivered once', async () => {
  const { id, output } = await makeFinished('DB', ['54.50', '55.50'])
  const first = await next(sue, id, 'approve')
  await edit(id, 60)
  expect((await approve(id)).body).toEqual({
    message:
      'The document is approved. For 60 seconds this can be undone; then the result is delivered or can be fetched.',
    undo_seconds: 60,
  })
  const second = await next(sue, id, 'approve')

  // Nobody else takes it back, and nothing was delivered or learned.
  expect((await undo(rita, first.id)).status).toBe(403)
  expect((await undo(ada, first.id)).status).toBe(409)
  const rival = server.as('supervisor', { organization: 'rival', name: 'mallory' })
  expect((await undo(rival, first.id)).status).toBe(409)
  expect(await readDelivered(output)).toEqual([])
  expect(await expectedTotals()).toEqual([])

  const undoReply = await undo(sue, first.id)
  expect(undoReply.body.data).toMatchObject({ id: first.id, result: { output: { total: 60 } } })
  expect(undoReply.body.data.result.metadata.review).toBeUndefined()
  expect((await next(sue, id, 'approve')).id).toBe(first.id)
  expect((await next(ada, id, 'approve')).id).toBe(second.id)
  expect((await undo(sue, first.id)).status).toBe(409)

  await edit(id, 61)
  await approve(id)
  await passAMinute(first.id)
  await expect.poll(() => readDelivered(output)).toEqual([{ total: 61 }])
  await expect.poll(expectedTotals).toEqual(['61'])
  const refusal = await undo(sue, first.id)
  expect([refusal.status, refusal.body.errors[0].detail]).toEqual([
    409,
    'The result of this document is already being delivered, so its approval can no longer be undone.',
  ])
  expect(await eventsOf(first.id)).toEqual([
    'approved',
    'edited',
    'withdrawn',
    'approved',
    'edited',
    'taken',
    'finished',
    'taken',
    'caught',
  ])
  const { body: progress } = await sue.get(`manual_review/progress/?class_name=${id}`)
  const approvals = progress.days.map(
    ({ approved: approvedCount }: { readonly approved: number }) => approvedCount,
  )
  expect(approvals.filter((count: number) => count > 0)).toEqual([1])
})

/** What a web process of an earlier version, which still runs during an upgrade, would hand out of the queue. */
async function listResultsOfEarlierVersion(workflowId: string) {
  const { rows } = await sql`
    select id from review_item
    where workflow_id = ${workflowId} and status = 'APPROVED' and is_kept
      and (fetched_until is null or fetched_until <= now())`.execute(server.ctx.db)
  return rows
}

test('a result for the queue is fetched only when its approval can no longer be undone', async () => {
  const { id } = await makeFinished('Queue', ['70.50'])
  const { body: key } = await sue.post('manual_review/api/key/', { description: 'n8n' })
  const fetchNext = () =>
    server.anonymous.get(`/mr/api/recto/approved/result/${id}/`, {
      headers: { authorization: `Bearer ${key.api_key}` },
    })
  const item = await next(sue, id, 'approve')
  await approve(id)
  // Nobody reads or takes away a value that can still be undone.
  expect(await counts(id)).toMatchObject({ approved_queue_count: 0, finished_review_count: 0 })
  const listApproved = async () =>
    (await sue.get(`manual_review/approved_queue_details/?class_name=${id}`)).body.data
  expect(await listApproved()).toEqual([])
  expect((await fetchNext()).status).toBe(404)
  expect(await listResultsOfEarlierVersion(id)).toEqual([])

  // Eight calls at once, as by a nervous hand, take it back once.
  const replies = await Promise.all(Array.from({ length: 8 }, () => undo(sue, item.id)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(await counts(id)).toMatchObject({ approved_queue_count: 0, approval_in_progress_count: 1 })

  await approve(id)
  await passAMinute(item.id)
  expect(await counts(id)).toMatchObject({ approved_queue_count: 1 })
  expect(await listApproved()).toMatchObject([{ id: item.id }])
  expect(await listResultsOfEarlierVersion(id)).toEqual([{ id: item.id }])
  const fetchReply = await fetchNext()
  expect(fetchReply.body.data.result).toMatchObject({
    output: { total: 70.5 },
    metadata: { review: { approved_at: expect.any(String) } },
  })
  expect((await fetchNext()).status).toBe(404)
  expect((await undo(sue, item.id)).status).toBe(409)
})

test('a program that approves has the document delivered at once, and no undo', async () => {
  const { id, output } = await makeFinished('DB', ['80.50'])
  const item = await next(sue, id, 'approve')
  expect((await approve(id, {})).body).toEqual({ message: 'The document is approved.' })
  expect((await undo(sue, item.id)).status).toBe(409)
  await expect.poll(() => readDelivered(output)).toEqual([{ total: 80.5 }])
})

test('a review that was approved automatically is undone with its approval', async () => {
  const { id, output } = await makeFinished('DB', [])
  await writeFile(join(folder, `flow-${flows}`, 'a.txt'), 'Total 90.50\n')
  const pipelines = (await ada.get('pipeline/')).body
  const pipeline = (pipelines.results ?? pipelines).find(
    ({ workflow }: { workflow: string }) => workflow === id,
  )
  await ada.post('pipeline/execute/', { pipeline_id: pipeline.id })
  await expect.poll(async () => (await counts(id)).pending_review_count).toBe(1)
  await sue.post('manual_review/auto_approval_settings/', {
    auto_approved_document_classes: [id],
  })
  const item = await next(rita, id, 'review')
  const finish = () => rita.post('manual_review/finish_review/', { class_name: id, can_undo: true })
  expect((await finish()).body.undo_seconds).toBe(60)
  expect((await undo(sue, item.id)).status).toBe(409)
  const undoReply = await rita.post('manual_review/undo_finish/', { item_id: item.id })
  expect(undoReply.body.data.id).toBe(item.id)
  expect((await next(rita, id, 'review')).id).toBe(item.id)

  await finish()
  await passAMinute(item.id)
  await expect.poll(() => readDelivered(output)).toEqual([{ total: 90.5 }])
  const { status } = await rita.post('manual_review/undo_finish/', { item_id: item.id })
  expect(status).toBe(409)
})

test('a run that is stopped within the minute delivers nothing', async () => {
  const { id, execution, output } = await makeFinished('DB', ['99.50'])
  const item = await next(sue, id, 'approve')
  await approve(id)
  expect((await ada.post(`execution/${execution}/stop/`, {})).status).toBe(200)
  expect((await undo(sue, item.id)).status).toBe(409)
  await passAMinute(item.id)
  expect(await readDelivered(output)).toEqual([])
  expect(await counts(id)).toMatchObject({ approved_queue_count: 0 })
})

test('an approval keeps its target when the setting changes or the workflow is deleted within the minute', async () => {
  const flow = await makeFinished('DB', ['40.50', '41.50'])
  const { id, output } = flow
  const first = await next(sue, id, 'approve')
  await approve(id)
  await setTarget(id, 'Queue')
  await passAMinute(first.id)
  await expect.poll(async () => (await readDelivered(output)).length).toBe(1)
  expect(await counts(id)).toMatchObject({ approved_queue_count: 0 })

  await setTarget(id, 'DB')
  const second = await next(sue, id, 'approve')
  await approve(id)
  await deleteFlow(flow)
  await passAMinute(second.id)
  await expect.poll(async () => (await readDelivered(output)).length).toBe(2)
  expect(await counts(id)).toMatchObject({ approved_queue_count: 0 })
})

test('documents in review go where their deleted workflow sent approved results last', async () => {
  const flow = await makeFinished('Queue', ['42.50'])
  await setTarget(flow.id, 'DB')
  await deleteFlow(flow)
  await next(sue, flow.id, 'approve')
  expect((await approve(flow.id, {})).status).toBe(200)
  await expect.poll(() => readDelivered(flow.output)).toEqual([{ total: 42.5 }])
  expect(await counts(flow.id)).toMatchObject({ approved_queue_count: 0 })
})

test('an approval whose delivery fails for good waits for approval again and says why', async () => {
  const { id, output } = await makeFinished('DB', ['43.50'])
  const item = await next(sue, id, 'approve')
  await approve(id)
  const admitRows = await refuseRows(
    'file_step',
    "new.name = 'executions/approved' and new.result::text like '%43.5%'",
  )
  await sql`
    update work_item set attempts = 1499
    where kind = 'review/deliver-approved' and payload ->> 'itemId' = ${item.id}`.execute(
    server.ctx.db,
  )
  await passAMinute(item.id)
  expect(await counts(id)).toMatchObject({ finished_review_count: 1, approved_queue_count: 0 })
  expect(await readDelivered(output)).toEqual([])
  expect((await eventsOf(item.id)).slice(0, 2)).toEqual(['withdrawn', 'approved'])

  await admitRows()
  const returnedItem = await next(sue, id, 'approve')
  expect(returnedItem.id).toBe(item.id)
  expect(returnedItem.note).toContain(
    'could not be delivered, so it waits for approval again: This row is refused.',
  )
  await approve(id)
  await passAMinute(item.id)
  await expect.poll(() => readDelivered(output)).toEqual([{ total: 43.5 }])
})

test('a result is delivered although its expected values cannot be saved at the moment', async () => {
  const { id, output } = await makeFinished('DB', ['44.50'])
  const item = await next(sue, id, 'approve')
  await approve(id)
  const admitRows = await refuseRows('truth', 'true')
  await server.ctx.db
    .updateTable('review_item')
    .set({ delivers_at: new Date(0) })
    .where('id', '=', item.id)
    .execute()
  await expect
    .poll(async () => {
      await wakeJobs('review/deliver-approved')
      return readDelivered(output)
    })
    .toEqual([{ total: 44.5 }])
  await admitRows()
  await expect
    .poll(async () => {
      await wakeJobs('review/save-expected-values')
      return expectedTotals()
    })
    .toContain('44.5')
})

test('what is approved is delivered when the rest of a deleted workflow is taken out of review', async () => {
  const flow = await makeFinished('DB', ['45.50', '46.50'])
  const { id, execution, output } = flow
  const item = await next(sue, id, 'approve')
  await approve(id)
  expect((await ada.get(`workflow/${id}/can-update/`)).body.in_review_count).toBe(1)
  await deleteFlow(flow, 'withdraw')
  const { body: audit } = await ada.get('audit/?action=workflow.deleted')
  const [deletion] = audit.results
  expect(deletion).toMatchObject({
    subject_id: id,
    after: { in_review: 'withdraw', documents: 1 },
  })
  await expect.poll(async () => (await counts(id)).finished_review_count).toBe(0)

  await passAMinute(item.id)
  await expect.poll(async () => (await readDelivered(output)).length).toBe(1)
  const statusOf = async () => {
    const query = server.ctx.db.selectFrom('execution').select('status')
    return (await query.where('id', '=', execution).executeTakeFirst())?.status
  }
  await expect
    .poll(async () => {
      await wakeJobs('workflows/withdraw-reviews')
      return statusOf()
    })
    .toBe('STOPPED')
  expect(await readDelivered(output)).toEqual([item.result.output])
})

test('an undone approval locks its run before its item, as a stop does', async () => {
  const { id, execution } = await makeFinished('DB', ['47.50', '48.50'])
  const item = await next(sue, id, 'approve')
  await approve(id)
  await next(sue, id, 'approve')
  const { db } = server.ctx
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%file_execution%'`.execute(db)
    return rows.length > 0
  }
  const undoAttempt = await db.transaction().execute(async (stop) => {
    await sql`select from execution where id = ${execution} for no key update`.execute(stop)
    const reply = undo(sue, item.id)
    await expect.poll(isWaiting).toBe(true)
    // The items are free for the one who holds the run.
    await sql`
      select from review_item where execution_id = ${execution} for update nowait`.execute(stop)
    return { reply }
  })
  expect((await undoAttempt.reply).body.data.id).toBe(item.id)
})

test('documents in review keep the target of their workflow when an older database is upgraded', async () => {
  const names = ['91.50', '92.50', '93.50', '94.50']
  const { id: queueId } = await makeFinished('Queue', names)
  const { id: databaseId } = await makeFinished('DB', ['95.50'])
  const undoable = await next(sue, queueId, 'approve')
  await approve(queueId)
  const deliveredItem = await next(sue, queueId, 'approve')
  await approve(queueId, {})
  const withoutSetting = await makeFinished('Queue', ['96.50'])
  await sql`
    drop trigger review_setting_kept on review_setting`.execute(server.ctx.db)
  await sql`
    drop function keep_review_setting`.execute(server.ctx.db)
  await sql`
    alter table review_item drop column sync_with`.execute(server.ctx.db)
  await sql`
    delete from review_setting where workflow_id = ${withoutSetting.id}`.execute(server.ctx.db)

  await keepReviewTargets(server.ctx.db as unknown as Kysely<unknown>)

  const { rows } = await sql<{ id: string; workflow_id: string; sync_with: string | null }>`
    select id, workflow_id, sync_with from review_item
    where workflow_id in (${queueId}, ${databaseId}, ${withoutSetting.id})`.execute(server.ctx.db)
  const targetOf = (itemId: string) => rows.find(({ id }) => id === itemId)?.sync_with
  const targetsOf = (workflowId: string) =>
    rows.filter((row) => row.workflow_id === workflowId).map((row) => row.sync_with)
  expect(targetOf(undoable.id)).toBe('Queue')
  expect(targetOf(deliveredItem.id)).toBeNull()
  expect(targetsOf(queueId).toSorted()).toEqual(['Queue', 'Queue', 'Queue', null])
  expect(targetsOf(databaseId)).toEqual(['DB'])
  expect(targetsOf(withoutSetting.id)).toEqual([null])
  await passAMinute(undoable.id)
  expect(await counts(queueId)).toMatchObject({ finished_review_count: 2, approved_queue_count: 2 })
})
