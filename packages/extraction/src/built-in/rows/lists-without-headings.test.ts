import { describeExplanation } from '@recto/extraction/describe-explanation'
import { expect, test } from 'vitest'
import { monospacedDocument } from '../../testing/monospaced-document.ts'
import { answerWithoutModel } from '../answer-without-model.ts'

async function askList(document: ReturnType<typeof monospacedDocument>, prompt: string) {
  const [answer] = await answerWithoutModel(document, [{ key: 'list', prompt, type: 'line-item' }])
  if (!answer) throw new Error('The question has no answer.')
  return answer
}

const readList = async (document: ReturnType<typeof monospacedDocument>, prompt: string) =>
  (await askList(document, prompt)).value

const minutes = monospacedDocument(`
RIVERSIDE ALLOTMENT SOCIETY
Minutes of the committee, 4 March 2026

Items for action
   Repair the north gate            P. Baines        18 March 2026
   Order compost                    M. Lindqvist     25 March 2026
   Letter to the council            J. Okafor        1 April 2026

Grants received this year
   Lottery fund ......................  £1,200.00
   Town council ......................    £350.00
   Members' raffle ...................     £84.50
                                       ----------
   Grand total                          £1,634.50

Tools in the shed
   Wheelbarrow     4    good
   Spade          11    fair
   Hose 50 m       2    replaced in May
`)

test('reads rows below the title that names them, by what each column contains', async () => {
  expect(await readList(minutes, 'List the action items with task, person and deadline')).toEqual([
    { task: 'Repair the north gate', person: 'P. Baines', deadline: '2026-03-18' },
    { task: 'Order compost', person: 'M. Lindqvist', deadline: '2026-03-25' },
    { task: 'Letter to the council', person: 'J. Okafor', deadline: '2026-04-01' },
  ])
  expect(await readList(minutes, 'Tools: name, count and condition')).toEqual([
    { name: 'Wheelbarrow', count: 4, condition: 'good' },
    { name: 'Spade', count: 11, condition: 'fair' },
    { name: 'Hose 50 m', count: 2, condition: 'replaced in May' },
  ])
})

test('separates texts from amounts at dots, and leaves the sum out', async () => {
  expect(await readList(minutes, 'Grants with donor and amount')).toEqual([
    { donor: 'Lottery fund', amount: 1200 },
    { donor: 'Town council', amount: 350 },
    { donor: "Members' raffle", amount: 84.5 },
  ])
})

test('answers null for a list that no title names, or that lacks what was asked', async () => {
  expect(await readList(minutes, 'List all passengers with name and seat')).toBeNull()
  expect(await readList(minutes, 'Expenses: item and amount')).toBeNull()
  expect(await readList(minutes, 'Tools: name, purchase date and price')).toBeNull()
})

test('reads what a title on the left of the rows names, and the things that only the question names', async () => {
  const contract = monospacedDocument(`
§ 4  Monthly rent
      Base rent                      EUR    967.50
      Storage and cellar             EUR    112.00
      Advance for heating            EUR    130.00
                                     -------------
      Subtotal                       EUR  1,209.50

LANGUAGES
  Danish       mother tongue
  English      C2
  German       B1

6. Salary.  Basic pay                euro    1,021.40
            Cost of living           euro      419.12
            Allowance                euro       75.00
            Gross per month          euro    1,515.52
`)

  expect(await readList(contract, 'Parts of the rent. Columns: part, amount')).toEqual([
    { part: 'Base rent', amount: 967.5 },
    { part: 'Storage and cellar', amount: 112 },
    { part: 'Advance for heating', amount: 130 },
  ])
  expect(await readList(contract, 'Languages with level')).toMatchObject([
    { languages: 'Danish', level: 'mother tongue' },
    { languages: 'English', level: 'C2' },
    { languages: 'German', level: 'B1' },
  ])
  expect(await readList(contract, 'Elements of the salary. Columns: element, amount')).toEqual([
    { element: 'Basic pay', amount: 1021.4 },
    { element: 'Cost of living', amount: 419.12 },
    { element: 'Allowance', amount: 75 },
  ])
})

const cargo = monospacedDocument(`
Marks         Pkgs  Description of goods               P.gross      CBM    Prepaid USD
KRP 1-120      120  Cartons rubber gaskets             2,160.0    6.480         410.00
KRP 121-144     24  Pallets anti-slip matting          9,840.0   31.680       2,850.00
KRP 145-150      6  Drums rubber cement                1,290.0    1.920         175.00
`)

test('matches short forms, units and currencies with what they stand for', async () => {
  expect(
    await readList(cargo, 'Cargo. Columns: packages, description, volume, amount'),
  ).toMatchObject([
    { packages: 120, description: 'Cartons rubber gaskets', volume: 6.48, amount: 410 },
    { packages: 24, volume: 31.68, amount: 2850 },
    { packages: 6, volume: 1.92, amount: 175 },
  ])
})

test('takes a column of words for no amount, and says which columns it looked for', async () => {
  const { value, explanation } = await askList(cargo, 'Payments. Columns: date, payer, amount')

  expect(value).toBeNull()
  expect(explanation && describeExplanation(explanation)).toMatch(/“date”.*“Pkgs”/)
})

test('keeps groups apart from rows, and rows with codes that look like sums or follow them', async () => {
  const report = monospacedDocument(`
Test                     Result   Unit
Leukocytes                  6.8   /nl
MCV                        90.5   fl
CLINICAL CHEMISTRY
Creatinine                 1.31   mg/dl
Urea                       31.0   mg/dl
`)
  const note = monospacedDocument(`
Pos   Article   Description          Ordered   Delivered   Open   Serial no
10    KG-710    Refrigerator               2           2      0   71E-00418
20    TK-410    Freezer                    1           1      0   41T-22087
30    SB-11     Drawer                     6           4      2
40    DI-710    Gasket                     2           0      2
`)

  expect(await readList(report, 'Results: test, result, unit')).toMatchObject([
    { test: 'Leukocytes' },
    { test: 'MCV' },
    { test: 'Creatinine' },
    { test: 'Urea' },
  ])
  expect(await readList(note, 'Articles: article, ordered, delivered, open')).toHaveLength(4)
})

test('completes days by the period of the document, and keeps times as they are printed', async () => {
  const statement = monospacedDocument(`
Statement 12/01/2025 to 01/31/2026

Date     Description          Amount
Dec 30   Rent                 740.00
Jan 04   Electricity          163.42
`)
  const hours = monospacedDocument(`
Day         Start    End
Tuesday      4.00    11.36
Saturday     2.30    11.00
`)

  expect(await readList(statement, 'Transactions: date, description, amount')).toMatchObject([
    { date: '2025-12-30' },
    { date: '2026-01-04' },
  ])
  expect(await readList(hours, 'Working hours: day, start, end')).toEqual([
    { day: 'Tuesday', start: '4.00', end: '11.36' },
    { day: 'Saturday', start: '2.30', end: '11.00' },
  ])
})
