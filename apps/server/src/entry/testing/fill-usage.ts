import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'

type FillUsageOptions = { readonly organizationId: number; readonly rows: number }

/** A year of the text service's usage in one organization, by five modes, ten tags and twenty keys; returns a key that opens it. */
export async function fillUsage(
  databaseUrl: string,
  { organizationId, rows }: FillUsageOptions,
): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const key = randomUUID()
    const hash = createHash('sha256').update(key).digest('hex')
    await client.query(
      `insert into text_service_key (organization_id, key_hash, sealed_key, description, is_active)
       values ($1, $2, '', 'Bench', true)`,
      [organizationId, hash],
    )
    await client.query(
      `insert into text_usage (job_id, organization_id, whisper_hash, mode, tag, processed_pages,
         requested_pages, total_pages, file_size, key_id, plan, started_at, finished_at)
       select gen_random_uuid(), $1, 'h',
         (array['form', 'low_cost', 'high_quality', 'native_text', 'table'])[n % 5 + 1],
         'tag-' || n / 5 % 10, 3, 3, 3, 1000, md5((n / 50 % 20)::text)::uuid, 'recto-unlimited', at, at
       from generate_series(1, $2::integer) as n,
         lateral (select now() - n * (interval '365 days' / $2::integer) as at) as times`,
      [organizationId, rows],
    )
    await client.query('analyze text_usage')
    return key
  } finally {
    await client.end()
  }
}

/** Lets the database look at the sums of days, as it does by itself within a minute. */
export async function analyzeSums(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('analyze text_usage_day')
  } finally {
    await client.end()
  }
}
