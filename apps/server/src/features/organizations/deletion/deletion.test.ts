import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTool, makeWorkflow } from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { findAccount, updatePassword } from '../accounts/accounts.store.ts'
import { createAccount } from '../accounts/create-account.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { addMember } from '../members/add-member.ts'
import { findOrganizationBySlug, lockOrganization } from '../organization/organizations.store.ts'
import { deleteDue } from '../organizations.worker.ts'
import { closeDueOrganization } from './deletions.store.ts'

let server: TestServer

const password = 'four words make one'
const accountPath = '/api/v1/account/deletion'
const note = { name: 'note.txt', content: 'Invoice number 12\nTotal 30.00\n' }

beforeAll(async () => {
  server = await startServer({ worker: true })
})
afterAll(() => server?.close())

const idOf = async (person: Person): Promise<number> =>
  (await person.get('/api/v1/session')).body.id

/** Gives the account of somebody who is signed in a password. */
async function givePassword(person: Person): Promise<void> {
  await updatePassword(server.ctx, await idOf(person), await hashPassword(password))
}

async function organizationIdOf(slug: string): Promise<number> {
  return (await findOrganizationBySlug(server.ctx, slug))?.id ?? 0
}

/** Lets the delay of all requested deletions pass. */
async function passDelay(): Promise<void> {
  await sql`update organization set deletes_at = now() where deletes_at is not null`.execute(
    server.ctx.db,
  )
  await sql`update user_account set deletes_at = now() where deletes_at is not null`.execute(
    server.ctx.db,
  )
}

type Column = { readonly table: string; readonly name: string }

/** Finds the tables that have rows of an organization, by whatever column names it. */
async function findTablesOf(organizationId: number): Promise<string[]> {
  const { db } = server.ctx
  const { rows: columns } = await sql<Column>`
    select c.table_name as table, c.column_name as name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.column_name like '%organization%' and c.data_type in ('integer', 'bigint')
    union
    -- Columns that refer to an organization under another name.
    select r.conrelid::regclass::text, a.attname
    from pg_constraint r
    join pg_attribute a on a.attrelid = r.conrelid and a.attnum = any (r.conkey)
    where r.confrelid = 'organization'::regclass
    union
    select 'organization', 'id'`.execute(db)
  const tables: string[] = []
  for (const { table, name } of columns) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(name)} = ${organizationId} limit 1`.execute(
      db,
    )
    if (rows.length > 0) tables.push(table)
  }
  return [...new Set(tables)].toSorted()
}

/** Finds the files below a folder of an organization, which is near the top whatever its kind. */
async function findFilesOf(organizationId: number): Promise<string[]> {
  const paths: string[] = []
  for await (const path of server.ctx.files.listPaths()) {
    if (path.split('/', 3).includes(String(organizationId))) paths.push(path)
  }
  return paths
}

/** Returns the mails that were sent, which are files where no mail server is set. */
async function readOutbox(): Promise<string> {
  const folder = join(server.ctx.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
}

/** Fills an organization with what people, keys and runs leave in it. */
async function fillOrganization(slug: string): Promise<Person> {
  const admin = server.as('admin', { organization: slug })
  const user = server.as('user', { organization: slug })
  const tool = await makeTool(admin, {
    name: 'Notes',
    fields: [{ key: 'total', prompt: 'What is the total?', type: 'number' }],
    sample: note,
  })
  const workflow = await makeWorkflow(admin, 'Deployed', tool.toolId)
  const deployment = { workflow, display_name: 'Deployed', api_name: 'deployed' }
  const { body: api } = await admin.post('api/deployment/', deployment)
  await admin.post('api/keys/api/', { api: api.id })
  await admin.post('platform-api/keys/', { name: 'Script', description: 'For tests' })
  await admin.post('groups/', { name: 'Readers', description: 'Who reads' })
  await admin.put('usage/budget/', { dollars: 50 })
  await admin.post(`workflow/${workflow}/share/`, {
    shared_to_org: false,
    shared_users: [await idOf(user)],
  })
  await givePassword(admin)
  return admin
}

test('an organization is deleted after the delay, with every row and every file', async () => {
  const admin = await fillOrganization('doomed')
  const otherAdmin = await fillOrganization('spared')
  const id = await organizationIdOf('doomed')
  const otherId = await organizationIdOf('spared')
  const tablesBefore = await findTablesOf(id)
  const otherTables = await findTablesOf(otherId)
  expect(tablesBefore).toEqual(
    expect.arrayContaining([
      'audit_entry',
      'member',
      'organization',
      'stored_document',
      'workflow',
    ]),
  )
  expect((await findFilesOf(id)).length).toBeGreaterThan(0)

  const request = await admin.post('organization/deletion', { name: 'doomed', password })
  expect(request).toMatchObject({
    status: 200,
    body: { days: 14, deletes_at: expect.any(String) },
  })
  await deleteDue(server.ctx)
  expect(await findTablesOf(id)).toEqual(expect.arrayContaining(tablesBefore))
  await passDelay()
  await deleteDue(server.ctx)

  await expect.poll(() => findTablesOf(id)).toEqual([])
  await expect.poll(() => findFilesOf(id)).toEqual([])
  expect(await findTablesOf(otherId)).toEqual(expect.arrayContaining(otherTables))
  expect((await findFilesOf(otherId)).length).toBeGreaterThan(0)
  expect(await otherAdmin.get('workflow/')).toMatchObject({ status: 200 })
  expect(await admin.get('workflow/')).toMatchObject({ status: 403 })
  const records = await server.ctx.db.selectFrom('deleted_organization').selectAll().execute()
  expect(records).toMatchObject([
    { former_id: id, slug: 'doomed', requested_by: 'ada.doomed@example.org' },
  ])
  const { rows: services } = await sql`
    select from user_account where email like 'key-%@service.invalid'`.execute(server.ctx.db)
  // The key of the other organization is left.
  expect(services).toHaveLength(1)
})

test('a deletion needs the name and the password, and can be undone by every admin', async () => {
  const eva = server.as('admin', { organization: 'wavering', name: 'eva' })
  const max = server.as('admin', { organization: 'wavering', name: 'max' })
  const uma = server.as('user', { organization: 'wavering' })
  await givePassword(eva)
  await max.get('/api/v1/session')
  expect(await eva.post('organization/deletion', { name: 'other', password })).toMatchObject({
    status: 400,
    body: { errors: [{ attr: 'name' }] },
  })
  expect(
    await eva.post('organization/deletion', { name: 'wavering', password: 'wrong' }),
  ).toMatchObject({ status: 400, body: { errors: [{ attr: 'password' }] } })
  expect(await uma.post('organization/deletion', { name: 'wavering', password })).toMatchObject({
    status: 403,
  })

  await eva.post('organization/deletion', { name: 'wavering', password })
  await expect.poll(readOutbox).toContain('max.wavering@example.org')
  expect(await max.delete('organization/deletion')).toMatchObject({ status: 204 })

  await passDelay()
  await deleteDue(server.ctx)
  expect((await max.get('organization/deletion')).body).toMatchObject({ deletes_at: null })
  const { body } = await max.get('audit/?subject=wavering')
  expect(body.results.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['organization.deletion-undone', 'organization.deletion-requested']),
  )
})

test('an account is deleted after the delay, and what it owned passes to an admin', async () => {
  const admin = server.as('admin')
  await createAccount(server.ctx, { username: 'lena', email: 'lena@example.org', password })
  const lena = server.as('user', { name: 'lena' })
  const { body: workflow } = await lena.post('workflow/', { workflow_name: 'Of Lena' })

  expect(await lena.post(accountPath, { password: 'wrong' })).toMatchObject({ status: 400 })
  expect(await lena.post(accountPath, { password })).toMatchObject({
    status: 200,
    body: { only_admin_of: [], deletes_at: expect.any(String) },
  })
  expect(await lena.delete(accountPath)).toMatchObject({ status: 204 })
  await passDelay()
  await deleteDue(server.ctx)
  expect(await lena.get('/api/v1/session')).toMatchObject({ status: 201 })

  await lena.post(accountPath, { password })
  await passDelay()
  await deleteDue(server.ctx)
  expect(await lena.get('/api/v1/session')).toMatchObject({ status: 401 })
  const form = new URLSearchParams({ username: 'lena', password })
  expect(await server.anonymous.post('/api/v1/login', form)).toMatchObject({ status: 200 })
  expect(await admin.get(`workflow/${workflow.id}/`)).toMatchObject({ status: 200 })
  const { body } = await admin.get('audit/?subject=lena@example.org')
  expect(body.results.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining([
      'member.removed',
      'account.deletion-undone',
      'account.deletion-requested',
    ]),
  )
})

test('the only admin of an organization stays until it has another one', async () => {
  const sole = server.as('admin', { organization: 'lonely', name: 'sole' })
  await givePassword(sole)
  expect(await sole.post(accountPath, { password })).toMatchObject({
    status: 409,
    body: { errors: [{ detail: expect.stringContaining('the only admin of lonely') }] },
  })
  expect((await sole.get(accountPath)).body).toMatchObject({ only_admin_of: ['lonely'] })

  const nina = server.as('admin', { organization: 'lonely', name: 'nina' })
  await nina.get('/api/v1/session')
  expect(await sole.post(accountPath, { password })).toMatchObject({ status: 200 })
  // The other admin leaves while the deletion waits.
  await sole.post('users/role/', { email: 'nina.lonely@example.org', role: 'recto_user' })
  await passDelay()
  await deleteDue(server.ctx)
  expect(await sole.get('/api/v1/session')).toMatchObject({ status: 201 })

  const organizationId = await organizationIdOf('lonely')
  const olga = await createAccount(server.ctx, { username: 'olga', email: 'olga@example.org' })
  await addMember(server.ctx, { organizationId, userId: olga.id, role: 'admin' })
  await deleteDue(server.ctx)
  expect(await sole.get('/api/v1/session')).toMatchObject({ status: 401 })
})

/** Makes an organization with some rows, whose deletion is due. */
async function makeDueOrganization(slug: string) {
  const admin = server.as('admin', { organization: slug })
  await admin.post('workflow/', { workflow_name: 'Left behind' })
  await givePassword(admin)
  await admin.post('organization/deletion', { name: slug, password })
  await passDelay()
  return { admin, organizationId: await organizationIdOf(slug) }
}

test('a deletion that fails after the members are gone is resumed until nothing is left', async () => {
  const { organizationId } = await makeDueOrganization('resumed')
  // The number of a sequence is not rolled back, so the first attempt fails and the second does not.
  await sql`create sequence deletion_attempt`.execute(server.ctx.db)
  await sql`
    create function refuse_first_deletion() returns trigger language plpgsql as $$
    begin
      if nextval('deletion_attempt') = 1 then raise 'The first deletion fails.'; end if;
      return old;
    end $$`.execute(server.ctx.db)
  await sql`
    create trigger refuse_first_deletion before delete on workflow
    for each row execute function refuse_first_deletion()`.execute(server.ctx.db)

  await deleteDue(server.ctx)

  await expect.poll(() => findTablesOf(organizationId), { timeout: 60_000 }).toEqual([])
  await sql`drop trigger refuse_first_deletion on workflow`.execute(server.ctx.db)
})

test('a deletion waits as long as the organization has or may get a subscription', async () => {
  const { admin, organizationId } = await makeDueOrganization('paying')
  await sql`
    insert into billing_subscription (organization_id, product, subscription_id, plan_id, status,
      ends_with_period, period_began_at, period_ends_at, asked_at)
    values (${organizationId}, 'platform', 'sub_late', 'recto-cloud-starter', 'active',
      false, now(), now() + interval '30 days', now())`.execute(server.ctx.db)
  await sql`
    insert into billing_checkout (session_id, organization_id, product, plan_id)
    values ('cs_late', ${organizationId}, 'platform', 'recto-cloud-starter')`.execute(server.ctx.db)
  const runOn = async (day: string) => {
    await deleteDue(server.ctx, new Date(day))
    await expect.poll(() => findUnendedDeletions(organizationId), { timeout: 60_000 }).toEqual([])
  }

  await runOn('2030-01-01')
  expect(await admin.get('workflow/')).toMatchObject({ status: 200 })

  await sql`
    update billing_subscription set status = 'canceled', ended_at = now()
    where organization_id = ${organizationId}`.execute(server.ctx.db)
  await runOn('2030-01-02')
  expect(await admin.get('workflow/')).toMatchObject({ status: 200 })

  await sql`
    update billing_checkout set closed_at = now()
    where organization_id = ${organizationId}`.execute(server.ctx.db)
  await runOn('2030-01-03')
  expect(await findTablesOf(organizationId)).toEqual([])
})

async function findUnendedDeletions(organizationId: number): Promise<unknown[]> {
  const { rows } = await sql`
    select key, error from work_item
    where key like ${`delete-organization:${organizationId}%`} and ended_at is null`.execute(
    server.ctx.db,
  )
  return rows
}

test('an undo that arrives while the organization is being closed is refused', async () => {
  const { admin, organizationId } = await makeDueOrganization('too-late')

  const { undoPromise } = await server.ctx.db.transaction().execute(async (db) => {
    const tenant = { db, organizationId }
    await lockOrganization(tenant)
    const undoPromise = admin.delete('organization/deletion')
    await expect.poll(countBlockedQueries, { timeout: 30_000 }).toBeGreaterThan(0)
    await closeDueOrganization(tenant)
    return { undoPromise }
  })

  expect(await undoPromise).toMatchObject({
    status: 409,
    body: { errors: [{ detail: expect.stringContaining('cannot be undone') }] },
  })
  await deleteDue(server.ctx)
  await expect.poll(() => findTablesOf(organizationId), { timeout: 60_000 }).toEqual([])
})

/** Counts the queries that wait for a lock. */
async function countBlockedQueries(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.ctx.db)
  return rows.length
}

test('an account is deleted though many others wait and another one fails', async () => {
  const { db, log } = server.ctx
  await sql`
    with headless as (
      insert into organization (slug, name, display_name) values ('headless', 'headless', 'Headless')
      returning id
    ), waiting as (
      insert into user_account (username, email)
      select 'waiting' || n, 'waiting' || n || '@example.org' from generate_series(1, 101) n
      returning id
    )
    insert into member (organization_id, user_id, role)
    select headless.id, waiting.id, 'user' from headless, waiting`.execute(db)
  const stuckAccount = await createAccount(server.ctx, {
    username: 'stuck',
    email: 'stuck@example.org',
  })
  await createAccount(server.ctx, { username: 'rosa', email: 'rosa@example.org', password })
  const rosa = server.as('user', { name: 'rosa' })
  await rosa.post(accountPath, { password })
  await passDelay()
  await sql`
    update user_account set deletes_at = now() - interval '1 day'
    where username = 'stuck' or username like 'waiting%'`.execute(db)
  await sql`
    create function refuse_deletion() returns trigger language plpgsql as $$
    begin raise 'This account stays.'; end $$`.execute(db)
  await sql`
    create trigger refuse_deletion before delete on user_account
    for each row when (old.username = 'stuck') execute function refuse_deletion()`.execute(db)
  const logError = vi.spyOn(log, 'error').mockImplementation(() => {})

  await deleteDue(server.ctx)

  expect(await rosa.get('/api/v1/session')).toMatchObject({ status: 401 })
  expect(logError).toHaveBeenCalledExactlyOnceWith(
    { userId: stuckAccount.id, err: expect.any(Error) },
    expect.any(String),
  )
  logError.mockRestore()
  await sql`drop trigger refuse_deletion on user_account`.execute(db)
  await deleteDue(server.ctx)
  expect(await findAccount(server.ctx, stuckAccount.id)).toBeUndefined()
})

test('the vectors of a deleted organization are removed from an external vector database', async () => {
  const filters: unknown[] = []
  await using qdrant = await startQdrant((filter) => filters.push(filter))
  const admin = server.as('admin', { organization: 'indexed' })
  await makeTool(admin, {
    name: 'Notes',
    fields: [{ key: 'total', prompt: 'What is the total?', type: 'number' }],
    sample: note,
  })
  const { body: vectorDb } = await admin.post('adapter/', {
    adapter_id: 'qdrant|41f64fda-2e4c-4365-89fd-9ce91bee74d0',
    adapter_name: 'Outside',
    adapter_type: 'VECTOR_DB',
    adapter_metadata: { url: qdrant.url },
  })
  const organizationId = await organizationIdOf('indexed')
  // The collections that an index and a chat app have stored.
  await sql`
    insert into document_index (organization_id, document_id, profile_id, index_ids_history, vector_dbs)
    select ${organizationId}, prompt_document.id, llm_profile.id, '["studio"]'::jsonb,
      jsonb_build_object('studio', ${vectorDb.id}::text)
    from prompt_document join llm_profile using (project_id)
    where prompt_document.organization_id = ${organizationId}
    on conflict on constraint document_index_key do update
    set index_ids_history = excluded.index_ids_history, vector_dbs = excluded.vector_dbs`.execute(
    server.ctx.db,
  )
  await sql`
    with document as (
      insert into app_document (organization_id, file_name, file_hash)
      select organization_id, name, hash from prompt_document
      where organization_id = ${organizationId} returning id
    )
    insert into app_passages (collection, organization_id, document_id, vector_db_id, is_whole)
    select 'app', ${organizationId}, id, ${vectorDb.id}, true from document`.execute(server.ctx.db)
  await givePassword(admin)
  await admin.post('organization/deletion', { name: 'indexed', password })
  await passDelay()

  await deleteDue(server.ctx)

  await expect.poll(() => findTablesOf(organizationId), { timeout: 60_000 }).toEqual([])
  expect(filters).toEqual([
    { must: [{ key: 'collection', match: { value: 'studio' } }] },
    { must: [{ key: 'collection', match: { value: 'app' } }] },
  ])
})

/** Starts a server that answers like Qdrant with one collection, and reports what is deleted from it. */
async function startQdrant(onDelete: (filter: unknown) => void) {
  const qdrant = createServer(async (request, response) => {
    const { filter } = request.method === 'POST' ? JSON.parse(await text(request)) : {}
    if (request.url?.startsWith('/collections/recto_3/points/delete')) onDelete(filter)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ result: { collections: [{ name: 'recto_3' }] } }))
  })
  await once(qdrant.listen(0, '127.0.0.1'), 'listening')
  const { port } = qdrant.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      qdrant.closeAllConnections()
      qdrant.close()
    },
  }
}
