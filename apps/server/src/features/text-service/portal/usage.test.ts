import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPages } from '../testing/draw-pages.ts'
import { startTextService, type TextService } from '../testing/start-text-service.ts'
import { sumUpUsage } from '../usage/sum-up-usage.ts'

/** Tests the pages that show what was read. */

let service: TextService
beforeAll(async () => {
  service = await startTextService()
})
afterAll(() => service?.close())

const get = (organization: string, path: string, query: Record<string, string | number> = {}) => {
  const searchParams = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) searchParams.set(name, String(value))
  return service.server
    .as('admin', { organization, name: 'mallory' })
    .get(`/api/v1/llmwhisperer/${organization}/${path}?${searchParams}`)
}
const day = (back: number) =>
  new Date(Date.now() - back * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** Documents of one to three pages, one every six hours back from now, of which days that are over are summed up. */
async function fill(organization: string, records: number): Promise<string> {
  const tenant = await service.tenantOf(organization)
  const { organizationId } = tenant
  await sql`
    insert into text_usage (job_id, organization_id, whisper_hash, mode, tag, processed_pages,
      requested_pages, total_pages, file_size, plan, started_at, finished_at)
    select gen_random_uuid(), ${organizationId}, 'hash-' || n,
      (array['native_text', 'low_cost', 'high_quality', 'form', 'table', 'excel'])[n % 6 + 1],
      case when n = 2 then '=1+1' else 'tag' end, n % 3 + 1, n % 3 + 1, 5, 1000 + n * 7 % 50,
      'recto-unlimited', at - interval '3 seconds', at
    from generate_series(0, ${records}::integer - 1) as n,
      lateral (select now() - n * interval '6 hours' as at) as placed
  `.execute(service.server.ctx.db)
  await sumUpUsage(service.server.ctx, tenant)
  return `recto-unlimited-${organizationId}`
}

describe('what is asked wrongly', () => {
  test('[TX-022] a subscription that is another’s or nobody’s is not found', async () => {
    const { organizationId } = await service.tenantOf('stranger')
    await service.of('asker')
    for (const subscription_id of [`recto-unlimited-${organizationId}`, 'nothing']) {
      for (const path of ['usage/records/', 'usage/daily/', 'usage/records/export/']) {
        const { status, body } = await get('asker', path, { subscription_id })

        expect(status).toBe(404)
        expect(body.errors[0].detail).toBe('Subscription not found')
      }
    }
  })

  test('days that are none, turned around or too many are refused by their names', async () => {
    const subscription_id = await fill('wrong', 1)
    for (const [query, attr] of [
      [{ start_date: '2026-02-30' }, 'start_date'],
      [{ start_date: day(1), end_date: day(2) }, 'start_date'],
      [{ start_date: '2001-01-01' }, 'start_date'],
      [{ page: 0 }, 'page'],
      [{ page_size: 101 }, 'page_size'],
      [{ ordering: 'tag' }, 'ordering'],
    ] as const) {
      const { status, body } = await get('wrong', 'usage/records/', { subscription_id, ...query })

      expect([status, body.errors[0].attr]).toEqual([400, attr])
    }
  })
})

describe('what was read', () => {
  test('[TX-010] [TX-017] is shown for the plan that it was read under, by the price of its mode', async () => {
    const client = await service.of('reader')
    await client.read(await drawPages(['One'], ['Two']), { mode: 'native_text' })
    const { body } = await get('reader', 'usage/subscription/')
    const { organizationId } = await service.tenantOf('reader')

    expect(body).toEqual([
      {
        product: 'recto-unlimited',
        subscription_id: `recto-unlimited-${organizationId}`,
        usage: {
          non_ocr_page_count: 2,
          low_cost_ocr_page_count: 0,
          high_cost_ocr_page_count: 0,
          high_cost_ocr_advanced_page_count: 0,
        },
      },
    ])
    const records = await get('reader', 'usage/records/', body[0])
    expect(records.body).toMatchObject({
      totalCount: 1,
      page: 1,
      pageSize: 10,
      totalPages: 1,
      results: [
        {
          document_id: expect.stringMatching(/^[0-9a-f]{8}\|[0-9a-f]{32}$/),
          tag: 'default',
          service_type: 'native_text',
          processed_page_count: 2,
          requested_page_count: 2,
          total_page_count: 2,
        },
      ],
    })
  })

  test('[TX-011] [TX-019] is shown by day, those that are summed up and the present one', async () => {
    const subscription_id = await fill('daily', 24)
    const { body } = await get('daily', 'usage/daily/', { subscription_id })
    const sum = (field: string) =>
      body.reduce((all: number, one: Record<string, number>) => all + (one[field] ?? 0), 0)

    const dates = body.map(({ date }: { date: string }) => date)
    expect(dates).toEqual(dates.toSorted())
    expect(body.at(-1).date).toBe(day(0))
    // Pages of 24 documents: each mode has four of them.
    expect(sum('non_ocr_page_count')).toBe(16)
    expect(sum('low_cost_ocr_page_count')).toBe(8)
    expect(sum('high_cost_ocr_page_count')).toBe(12)
    expect(sum('high_cost_ocr_advanced_page_count')).toBe(12)
  })

  test('[TX-012] [TX-013] [TX-018] each document stands on one page, in the order of time and of each measure', async () => {
    const subscription_id = await fill('paged', 57)
    const read = async (query: Record<string, string | number>) =>
      (await get('paged', 'usage/records/', { subscription_id, ...query })).body
    for (const ordering of ['-completed_at', 'completed_at', '-upload_file_size']) {
      const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => read({ page, ordering })))
      const shownKeys = pages.flatMap(({ results }) => results)

      expect(pages.map(({ results }) => results.length)).toEqual([10, 10, 10, 10, 10, 7])
      expect(new Set(shownKeys.map(({ document_id }) => document_id)).size).toBe(57)
      const field = ordering.replace('-', '')
      const values = shownKeys.map((one) => one[field])
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(values).toEqual(ordering.startsWith('-') ? sorted.toReversed() : sorted)
    }
    const first = await read({})
    expect(first).toMatchObject({ totalCount: 57, page: 1, pageSize: 10, totalPages: 6 })
    expect(first.results[0]).toMatchObject({
      document_id: 'hash-0',
      processing_time: 3,
      avg_page_processing_time: 3,
      upload_file_size: 1000,
      total_page_count: 5,
    })
    expect((await read({ page: 7 })).results).toEqual([])
    const twoDays = await read({ start_date: day(3), end_date: day(2) })
    expect(twoDays.totalCount).toBe(8)
  })

  test('is exported whole, and a spreadsheet calculates with nothing of it', async () => {
    const subscription_id = await fill('exported', 20)
    const { body, headers } = await get('exported', 'usage/records/export/', { subscription_id })
    const lines = body.trim().split('\r\n')

    expect(headers.get('content-type')).toContain('text/csv')
    expect(lines).toHaveLength(21)
    expect(lines[0]).toContain('completed_at,document_id,service_type,tag,processed_page_count')
    expect(lines.at(-1)).toContain(',hash-0,native_text,tag,1,1,5,1000,')
    expect(body).toContain(",'=1+1,")
  })
})
