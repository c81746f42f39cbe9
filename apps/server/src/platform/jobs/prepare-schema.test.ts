import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/clone-database.ts'
import { prepareJobsSchema } from './prepare-schema.ts'

test('three processes may prepare an empty database at once, and again later', async () => {
  const database = await cloneDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('drop schema dbos cascade')

  await Promise.all([1, 2, 3].map(() => prepareJobsSchema(database.url)))
  await prepareJobsSchema(database.url)

  const { rows } = await client.query('select count(*)::int as jobs from dbos.workflow_status')
  expect(rows).toEqual([{ jobs: 0 }])
  await client.end()
  await database.drop()
})
