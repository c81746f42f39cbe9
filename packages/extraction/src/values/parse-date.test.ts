import { describe, expect, test } from 'vitest'
import { detectDateOrder, findDates, parseDate } from './parse-date.ts'

describe('parseDate', () => {
  test.each([
    ['2024-02-29', '2024-02-29'],
    ['28/11/2022', '2022-11-28'],
    ['03/20/2023', '2023-03-20'],
    ['01.05.14', '2014-05-01'],
    ['12-Nov-98', '1998-11-12'],
    ['August 3 , 2014', '2014-08-03'],
    ['March 3rd, 2024', '2024-03-03'],
    ['3rd of March 2024', '2024-03-03'],
    ['7. Mai 2014', '2014-05-07'],
    ['1er août 2023', '2023-08-01'],
    ['le 3 décembre 2023', '2023-12-03'],
    ['5 de enero de 2024', '2024-01-05'],
    ['12 mag. 2020', '2020-05-12'],
    ['19 april 2014', '2014-04-19'],
    ['9 mrt 2021', '2021-03-09'],
    ['15 de março de 2021', '2021-03-15'],
    ['2020年3月5日', '2020-03-05'],
    ['2024-03-04 10:30', '2024-03-04T10:30'],
    ['2024-03-04T10:30:00Z', '2024-03-04T10:30:00Z'],
  ])('reads %s as a day', (text, iso) => {
    expect(parseDate(text)).toBe(iso)
  })

  test.each([
    '',
    'soon',
    '31.02.2020',
    'Mar 2023',
    '20250304',
    '10.5.14.2',
    '1 May 2024 to 2 May 2024',
  ])('finds no single day in %j', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })
})

test('reads ambiguous numeric dates in the date order of the document', () => {
  expect(parseDate('03/04/2025', 'day-first')).toBe('2025-04-03')
  expect(parseDate('03/04/2025', 'month-first')).toBe('2025-03-04')
  expect(detectDateOrder('03/04/2025 and 03/20/2025')).toBe('month-first')
  expect(detectDateOrder('03/04/2025 and 20/03/2025')).toBe('day-first')
  expect(detectDateOrder('03/04/2025')).toBeUndefined()
})

test('finds both ends of a period', () => {
  expect(findDates('01.05.14-31.05.14').map(({ iso }) => iso)).toEqual(['2014-05-01', '2014-05-31'])
  expect(findDates('July 1 - July 31 , 2014').map(({ iso }) => iso)).toEqual(['2014-07-31'])
})
