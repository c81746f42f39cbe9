import pg from 'pg'
import { test } from 'vitest'
import { cloneDatabase } from './clone-database.ts'

test('each clone is a database of its own, also when many are made at once', async () => {
  const clones = await Promise.all(Array.from({ length: 8 }, cloneDatabase))

  for (const { url } of clones) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create table mine (id int)')
    await client.end()
  }

  await Promise.all(clones.map(({ drop }) => drop()))
})
