import { expect, test } from 'vitest'
import { describeSources, itemFromWire, valuesOf } from './reviewed-item.ts'

const item = {
  id: '1',
  file: 'a.pdf',
  file_name: 'a.pdf',
  file_content: null,
  file_url: '/a',
  fileType: 'application/pdf',
  position: 1,
  workflow_id: '2',
  workflow_name: 'Bills',
  is_edited: false,
  reason: 'rule',
  note: null,
  held_until: null,
  hitl_queue_name: '',
  hitl_packet_id: null,
  result: { output: { total: 12 }, metadata: { required_fields: { total: 'all' } } },
}

test('an item is the same whether it comes as an object or as a text [RV-065]', () => {
  const read = itemFromWire(item)

  expect(read).toMatchObject({ isPdf: true, output: { total: 12 }, required: { total: 'all' } })
  expect(itemFromWire(JSON.stringify(item))).toEqual(read)
})

test('a value that something contradicts is one to look at, with who says what', () => {
  const place = { page: 0, boxes: [], match: 'exact' } as const
  const evidence_data = {
    total: [
      { ...place, quote: '219.00', source: 'factur-x: GrandTotalAmount' },
      { ...place, page: 1, quote: '12,00', contradicts: true },
    ],
  }
  const metadata = { evidence_data, word_confidence_data: { total: 0.9 } }
  const [value] = valuesOf(itemFromWire({ ...item, result: { ...item.result, metadata } }))

  expect(value?.reviewReason).toBe('Contradicted')
  expect(value && describeSources(value)).toEqual([
    'factur-x: GrandTotalAmount',
    'page 2 says “12,00”',
  ])
})
