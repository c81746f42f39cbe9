import type { DocumentText } from '@recto/document-text/model'
import { describeExplanation } from '@recto/extraction/describe-explanation'
import { expect, test } from 'vitest'
import { monospacedDocument } from '../../testing/monospaced-document.ts'
import { answerWithoutModel } from '../answer-without-model.ts'

async function askList(
  document: DocumentText,
  prompt: string,
  type: 'line-item' | 'json' = 'line-item',
) {
  const [answer] = await answerWithoutModel(document, [{ key: 'list', prompt, type }])
  if (!answer) throw new Error('The question has no answer.')
  return answer
}

const statement = monospacedDocument(`
Datum        Wert         Buchungstext                  Soll        Haben
02.03.2026   02.03.2026   Miete Lagerhalle            640,00
04.03.2026   05.03.2026   Gutschrift Ernte                         1.280,50
                          vom Februar
09.03.2026   09.03.2026   Dieselkraftstoff             88,10
Neuer Saldo                                                          552,40
`)

test('reads the requested columns of a German table for an English question, in the requested order', async () => {
  const { value } = await askList(
    statement,
    'List the transactions with description, value date, debit and credit',
  )

  expect(value).toEqual([
    { description: 'Miete Lagerhalle', 'value date': '2026-03-02', debit: 640, credit: null },
    {
      description: 'Gutschrift Ernte\nvom Februar',
      'value date': '2026-03-05',
      debit: null,
      credit: 1280.5,
    },
    { description: 'Dieselkraftstoff', 'value date': '2026-03-09', debit: 88.1, credit: null },
  ])
})

test.each([
  ['List all passengers with name and seat'],
  ['Laborwerte mit Untersuchung, Ergebnis und Referenzbereich'],
  ['Delivered items with serial number'],
  ['List the employees with hours worked'],
])('answers null for a list that the document does not have: %s', async (prompt) => {
  expect((await askList(statement, prompt)).value).toBeNull()
})

test('explains which columns were looked for and what the table has', async () => {
  const { explanation } = await askList(statement, 'List all passengers with name and seat')

  expect(explanation && describeExplanation(explanation)).toMatch(
    /“seat”; the table on page 1 has “Datum”, “Wert”, “Buchungstext”/,
  )
})

test('keeps a requested column that the table lacks, and names it in the warnings', async () => {
  const { value, report } = await askList(
    statement,
    'List the transactions with date, description, debit, credit and exchange fee',
  )

  expect(value).toMatchObject([{ date: '2026-03-02', 'exchange fee': null }, {}, {}])
  expect(report).toMatchObject({
    rows: 3,
    warnings: ['The document has no column “exchange fee”; the rows are empty there.'],
  })
})

test('reads the names of rows that have no heading', async () => {
  const fares = monospacedDocument(`
Ticket prices              Single    Day pass
Zone 1                       2.60        6.20
Zone 2                       3.90        8.90
Children under 14            1.70
`)

  const { value } = await askList(fares, 'Ticket prices: zone, single, day pass')

  expect(value).toEqual([
    { zone: 'Zone 1', single: 2.6, 'day pass': 6.2 },
    { zone: 'Zone 2', single: 3.9, 'day pass': 8.9 },
    { zone: 'Children under 14', single: 1.7, 'day pass': null },
  ])
})

test('adds the column that the subject of the question names', async () => {
  const schedule = monospacedDocument(`
Building             Daily hours       Area in m²   Staff
North school         15:30 - 18:30          2,140       4
Sports hall                                 1,320       2
Town library         06:00 - 07:30            410       1
`)

  const { value } = await askList(schedule, 'List the buildings with daily hours, area and staff')

  expect(value).toEqual([
    { Building: 'North school', 'daily hours': '15:30 - 18:30', area: 2140, staff: 4 },
    { Building: 'Sports hall', 'daily hours': null, area: 1320, staff: 2 },
    { Building: 'Town library', 'daily hours': '06:00 - 07:30', area: 410, staff: 1 },
  ])
})

test('separates headings and cells that are printed close together', async () => {
  const meters = monospacedDocument(`
                Reading on    Reading on    Units
Meter           1 Jul 2025    30 Sep 2025   kWh Type
Import               14208          14873   665 estimated
Export                 912            998    86 read
`)

  const { value } = await askList(meters, 'Meter readings: meter, start reading, units, type')

  expect(value).toEqual([
    { meter: 'Import', 'start reading': 14208, units: 665, type: 'estimated' },
    { meter: 'Export', 'start reading': 912, units: 86, type: 'read' },
  ])
})

test('reads rows with empty cells below two lines of headings', async () => {
  const timesheet = monospacedDocument(`
Day        Project        Hours
                          Normal        Extra
Mon        Bridge            8.0

           Tunnel                         1.5

Tue        Bridge            7.5

Wed

Thu        Tunnel            6.0          2.0
`)

  const { value } = await askList(
    timesheet,
    'List the rows with day, project, normal hours and extra hours',
  )

  expect(value).toEqual([
    { day: 'Mon', project: 'Bridge', 'normal hours': 8, 'extra hours': null },
    { day: null, project: 'Tunnel', 'normal hours': null, 'extra hours': 1.5 },
    { day: 'Tue', project: 'Bridge', 'normal hours': 7.5, 'extra hours': null },
    { day: 'Wed', project: null, 'normal hours': null, 'extra hours': null },
    { day: 'Thu', project: 'Tunnel', 'normal hours': 6, 'extra hours': 2 },
  ])
})

const lines = monospacedDocument(`
Pos  Artikel                     Menge        Einzelpreis     Betrag EUR
1    Regal, Eiche geölt          2 Stk             625,00       1.250,00
     EAN: 4012345001235
2    Montage vor Ort             3 Std.             80,00         240,00
Zwischensumme                                                   1.490,00
`)

test('reads numbers with their units, and leaves details and sums out', async () => {
  const { value } = await askList(lines, 'Alle Positionen: Artikel, Menge, Betrag')

  expect(value).toEqual([
    { Artikel: 'Regal, Eiche geölt', Menge: 2, Betrag: 1250 },
    { Artikel: 'Montage vor Ort', Menge: 3, Betrag: 240 },
  ])
})

test('answers a JSON question for a list like one of type line item', async () => {
  const prompt = 'Extract all line items with item, quantity and amount as a JSON array'

  expect((await askList(lines, prompt, 'json')).value).toEqual([
    { item: 'Regal, Eiche geölt', quantity: 2, amount: 1250 },
    { item: 'Montage vor Ort', quantity: 3, amount: 240 },
  ])
})

test('answers null when only some of the rows are asked for', async () => {
  const { value, explanation } = await askList(
    lines,
    'Only the items that are delivered late: item, quantity, amount',
  )

  expect(value).toBeNull()
  expect(explanation).toEqual({ missing: { kind: 'needs-model' } })
})
